package io.keelson.ecperf.jpa;

import io.keelson.ecperf.model.Customer;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import jakarta.persistence.Version;

/** A row of c_customer. */
@Entity
@Table(name = "c_customer")
public class CustomerEntity implements Customer {
    @Id
    @Column(name = "id")
    private long id;

    @Column(name = "name")
    private String name;

    @Column(name = "credit_limit")
    private long creditLimit;

    @Column(name = "opening_balance")
    private long openingBalance;

    @Column(name = "balance")
    private long balance;

    @Version
    private int version;

    /** For the provider. */
    protected CustomerEntity() {}

    /** With its values. */
    CustomerEntity(long id, String name, long creditLimit, long openingBalance, long balance) {
        this.id = id;
        this.name = name;
        this.creditLimit = creditLimit;
        this.openingBalance = openingBalance;
        this.balance = balance;
    }

    @Override
    public long getId() {
        return id;
    }

    @Override
    public long getCreditLimit() {
        return creditLimit;
    }

    @Override
    public long getBalance() {
        return balance;
    }

    @Override
    public void setBalance(long balance) {
        this.balance = balance;
    }
}
