package io.keelson.ee.jpa.trade;

import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.OneToMany;
import jakarta.persistence.OneToOne;
import jakarta.persistence.TableGenerator;
import java.util.List;

/** An entity with an identifier from a table, into which the application writes by itself too. */
@Entity
public class Account {
    @Id
    @TableGenerator(
            name = "accounts",
            table = "KEYS",
            pkColumnName = "NAME",
            valueColumnName = "LAST",
            pkColumnValue = "account",
            allocationSize = 100)
    @GeneratedValue(strategy = GenerationType.TABLE, generator = "accounts")
    private Integer id;

    @ManyToOne
    private Account owner;

    @OneToOne
    private Account twin;

    @OneToMany(mappedBy = "owner")
    private List<Account> owned;

    int countOwned() {
        return owned.size();
    }

    Integer getId() {
        return id;
    }
}
