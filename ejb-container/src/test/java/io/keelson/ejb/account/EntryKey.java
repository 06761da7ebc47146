package io.keelson.ejb.account;

import java.io.Serializable;
import java.util.Objects;

/** The key of an entry. */
public class EntryKey implements Serializable {
    private static final long serialVersionUID = 1L;

    public String account;
    public int number;

    public EntryKey() {}

    public EntryKey(String account, int number) {
        this.account = account;
        this.number = number;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof EntryKey key && Objects.equals(account, key.account) && number == key.number;
    }

    @Override
    public int hashCode() {
        return Objects.hash(account, number);
    }

    @Override
    public String toString() {
        return account + "/" + number;
    }
}
