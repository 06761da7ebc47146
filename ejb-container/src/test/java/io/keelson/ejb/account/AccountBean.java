package io.keelson.ejb.account;

import jakarta.ejb.EntityBean;
import jakarta.ejb.EntityContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Date;
import java.util.List;

/** An account with its state in public fields. */
public class AccountBean implements EntityBean {
    private static final long serialVersionUID = 1L;

    public String id;
    public String owner;
    public double balance;
    public Date opened;
    public byte[] seal;
    public boolean open;
    public List<String> marks;

    private transient int loads;

    public String ejbCreate(String newId, String newOwner, double begin) {
        if (id != null || owner != null || balance != 0 || opened != null || seal != null || open || marks != null) {
            throw new IllegalStateException("the fields have values of before: " + text());
        }
        id = newId;
        owner = newOwner;
        balance = begin;
        opened = new Date(0);
        seal = new byte[] {1, 2};
        marks = new ArrayList<>(List.of("begun"));
        return null;
    }

    public void ejbPostCreate(String newId, String newOwner, double begin) {
        open = true;
    }

    public String text() {
        return id + " " + owner + " " + balance + " " + opened.getTime() + " " + Arrays.toString(seal) + " " + open;
    }

    public void pay(double amount) {
        balance += amount;
    }

    public void postpone(long millis) {
        opened.setTime(opened.getTime() + millis);
    }

    public void stamp(int value) {
        seal[0] = (byte) value;
        marks.add("stamped " + value);
    }

    public String marks() {
        return String.join(", ", marks);
    }

    public void rename(String other) {
        id = other;
    }

    @Override
    public void setEntityContext(EntityContext context) {}

    @Override
    public void unsetEntityContext() {}

    @Override
    public void ejbActivate() {}

    @Override
    public void ejbPassivate() {}

    @Override
    public void ejbLoad() {
        loads++;
        if (id == null) {
            throw new IllegalStateException("loaded without its fields, for the time " + loads);
        }
    }

    @Override
    public void ejbStore() {
        owner = owner == null ? null : owner.strip();
    }

    @Override
    public void ejbRemove() {}
}
