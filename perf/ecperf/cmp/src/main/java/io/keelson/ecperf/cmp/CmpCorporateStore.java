package io.keelson.ecperf.cmp;

import io.keelson.ecperf.corporate.Settings;
import io.keelson.ecperf.model.Access;
import io.keelson.ecperf.model.Customer;
import io.keelson.ecperf.model.Discount;
import io.keelson.ecperf.model.Part;
import io.keelson.ecperf.store.CorporateStore;
import jakarta.ejb.CreateException;
import jakarta.ejb.EJB;
import jakarta.ejb.EJBException;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import java.util.ArrayList;
import java.util.List;

/** CorporateStore on entity beans. */
@Stateless
@TransactionAttribute(TransactionAttributeType.MANDATORY)
public class CmpCorporateStore implements CorporateStore {
    @EJB(beanName = "Customer")
    private CustomerHome customers;

    @EJB(beanName = "CustomerReader")
    private CustomerReaderHome readers;

    @EJB
    private Settings settings;

    @EJB(beanName = "Part")
    private PartHome parts;

    private final Database database = Database.lookup();

    @Override
    public Customer customer(long id, Access access) {
        boolean reader = access == Access.READ && settings.readMostly();
        return Finding.one(
                "customer", id, () -> reader ? readers.findByPrimaryKey(id) : customers.findByPrimaryKey(id));
    }

    @Override
    public void addCustomer(long id, String name, long creditLimit, long balance) {
        try {
            customers.create(id, name, creditLimit, balance, balance);
        } catch (CreateException e) {
            throw new EJBException("a row cannot be added", e);
        }
    }

    @Override
    public Part part(long id) {
        return Finding.one("part", id, () -> parts.findByPrimaryKey(id));
    }

    @Override
    public List<Discount> discounts() {
        List<Discount> rules = new ArrayList<>();
        database.query(
                "select threshold, percent from c_rule order by id",
                0,
                row -> rules.add(new Discount(row.getLong(1), row.getInt(2))));
        return rules;
    }
}
