package shop;

import jakarta.ejb.Remote;

@Remote
public interface Ledger {
    void add(int amount);

    int total();

    String caller();

    boolean inTransaction();

    void fail();
}
