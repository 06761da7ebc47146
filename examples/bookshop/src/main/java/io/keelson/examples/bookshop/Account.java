package io.keelson.examples.bookshop;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.math.BigDecimal;

/** Money of the shop or of its publisher. */
@Entity
public class Account {
    @Id
    private String name;

    private BigDecimal balance;

    /** Made by the persistence provider. */
    protected Account() {}

    public String getName() {
        return name;
    }

    public BigDecimal getBalance() {
        return balance;
    }

    void add(BigDecimal amount) {
        balance = balance.add(amount);
    }
}
