package io.keelson.ecperf.store;

import io.keelson.ecperf.model.Access;
import io.keelson.ecperf.model.Customer;
import io.keelson.ecperf.model.Discount;
import io.keelson.ecperf.model.Part;
import jakarta.ejb.Local;
import java.util.List;

/** Customers, parts and rules. */
@Local
public interface CorporateStore {
    /** Finds a customer; throws {@link NoSuchRowException}. */
    Customer customer(long id, Access access);

    /** Adds a customer. */
    void addCustomer(long id, String name, long creditLimit, long balance);

    /** Finds a part; throws {@link NoSuchRowException}. */
    Part part(long id);

    /** Finds the rules of discounts. */
    List<Discount> discounts();
}
