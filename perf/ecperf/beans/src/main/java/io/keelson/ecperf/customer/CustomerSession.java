package io.keelson.ecperf.customer;

import io.keelson.ecperf.corporate.Sequence;
import io.keelson.ecperf.corporate.Sequences;
import io.keelson.ecperf.model.Access;
import io.keelson.ecperf.model.Customer;
import io.keelson.ecperf.model.Discount;
import io.keelson.ecperf.store.CorporateStore;
import jakarta.ejb.EJB;
import jakarta.ejb.Stateless;

/** Transactions of the corporate domain that the customer domain uses. */
@Stateless
public class CustomerSession {
    @EJB
    private CorporateStore store;

    @EJB
    private Sequences sequences;

    /** Adds a customer; returns the key. */
    public long newCustomer(String name, long creditLimit) {
        if (creditLimit < 0) {
            throw new IllegalArgumentException("the credit limit is " + creditLimit + "; expected 0 or more");
        }
        long id = sequences.next(Sequence.CUSTOMER);
        store.addCustomer(id, name, creditLimit, 0);
        return id;
    }

    /** Returns true if the customer may order for so much more. */
    public boolean checkCredit(long customer, long amount) {
        return covers(store.customer(customer, Access.READ), amount);
    }

    /** The discount in percent for an order of that sum. */
    public int percentDiscount(long gross) {
        return Discount.percent(store.discounts(), gross);
    }

    /** Changes the balance, within the caller's transaction; throws {@link InsufficientCreditException} where it grows beyond the limit. */
    public void charge(long customer, long amount) {
        Customer row = store.customer(customer, Access.UPDATE);
        if (amount > 0 && !covers(row, amount)) {
            throw new InsufficientCreditException(customer);
        }
        row.setBalance(Math.addExact(row.getBalance(), amount));
    }

    private static boolean covers(Customer customer, long amount) {
        return Math.addExact(customer.getBalance(), amount) <= customer.getCreditLimit();
    }
}
