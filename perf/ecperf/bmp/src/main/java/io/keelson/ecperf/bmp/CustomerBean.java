package io.keelson.ecperf.bmp;

import io.keelson.ecperf.model.Customer;
import java.sql.ResultSet;
import java.sql.SQLException;

/** A row of c_customer. */
public class CustomerBean extends RowBean implements Customer {
    private static final long serialVersionUID = 1L;

    private String name;
    private long creditLimit;
    private long openingBalance;
    private long balance;
    private int version;

    /** With its table. */
    public CustomerBean() {
        super("c_customer", "name", "credit_limit", "opening_balance", "balance", "version");
    }

    /** Inserts a row. */
    public Long ejbCreate(long key, String name, long creditLimit, long openingBalance, long balance) {
        this.name = name;
        this.creditLimit = creditLimit;
        this.openingBalance = openingBalance;
        this.balance = balance;
        version = 0;
        return insert(key);
    }

    /** Nothing is left to do. */
    public void ejbPostCreate(long key, String name, long creditLimit, long openingBalance, long balance) {
        // the row is complete
    }

    @Override
    protected void read(ResultSet row) throws SQLException {
        name = row.getString(1);
        creditLimit = row.getLong(2);
        openingBalance = row.getLong(3);
        balance = row.getLong(4);
        version = row.getInt(5);
    }

    @Override
    protected Object[] values() {
        return new Object[] {name, creditLimit, openingBalance, balance, version};
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
        change();
    }
}
