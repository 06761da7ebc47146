package io.keelson.ecperf.jpa;

import io.keelson.ecperf.model.Access;
import io.keelson.ecperf.model.Customer;
import io.keelson.ecperf.model.Discount;
import io.keelson.ecperf.model.Part;
import io.keelson.ecperf.store.CorporateStore;
import jakarta.ejb.EJB;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import java.util.List;

/** CorporateStore by Jakarta Persistence. */
@Stateless
@TransactionAttribute(TransactionAttributeType.MANDATORY)
public class JpaCorporateStore implements CorporateStore {
    @EJB
    private Rows rows;

    @Override
    public Customer customer(long id, Access access) {
        return rows.get(CustomerEntity.class, "customer", id, access);
    }

    @Override
    public void addCustomer(long id, String name, long creditLimit, long balance) {
        rows.add(new CustomerEntity(id, name, creditLimit, balance, balance));
    }

    @Override
    public Part part(long id) {
        return rows.get(PartEntity.class, "part", id, Access.READ);
    }

    @Override
    public List<Discount> discounts() {
        return rows.all(RuleEntity.class, "select r from RuleEntity r order by r.id").stream()
                .map(rule -> new Discount(rule.getThreshold(), rule.getPercent()))
                .toList();
    }
}
