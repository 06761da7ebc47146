package io.keelson.ecperf.cmp;

import io.keelson.ecperf.model.Access;
import io.keelson.ecperf.model.PurchaseLine;
import io.keelson.ecperf.model.PurchaseOrder;
import io.keelson.ecperf.store.SupplierStore;
import jakarta.ejb.CreateException;
import jakarta.ejb.EJB;
import jakarta.ejb.EJBException;
import jakarta.ejb.FinderException;
import jakarta.ejb.ObjectNotFoundException;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import java.util.List;

/** SupplierStore on entity beans. */
@Stateless
@TransactionAttribute(TransactionAttributeType.MANDATORY)
public class CmpSupplierStore implements SupplierStore {
    @EJB(beanName = "PurchaseOrder")
    private PurchaseOrderHome purchaseOrders;

    @EJB(beanName = "PurchaseLine")
    private PurchaseLineHome purchaseLines;

    private final Database database = Database.lookup();

    @Override
    public PurchaseOrder purchaseOrder(long id, Access access) {
        try {
            return purchaseOrders.findByPrimaryKey(id);
        } catch (ObjectNotFoundException e) {
            return null; // as the interface says
        } catch (FinderException e) {
            throw new EJBException("the purchase order " + id + " cannot be found", e);
        }
    }

    @Override
    public List<PurchaseLine> lines(long purchaseOrder, Access access) {
        return List.copyOf(Finding.any(() -> purchaseLines.findByOrder(purchaseOrder)));
    }

    @Override
    public List<Long> notSent(int most) {
        return database.keys("select id from s_purchase_order where sent = 0 order by id", most);
    }

    @Override
    public PurchaseOrder addPurchaseOrder(long id, long supplier, long workOrder) {
        try {
            return purchaseOrders.create(id, supplier, workOrder, 0);
        } catch (CreateException e) {
            throw new EJBException("a row cannot be added", e);
        }
    }

    @Override
    public void addLine(long id, long purchaseOrder, long part, int quantity) {
        try {
            purchaseLines.create(id, purchaseOrder, part, quantity, quantity);
        } catch (CreateException e) {
            throw new EJBException("a row cannot be added", e);
        }
    }

    @Override
    public void flush() {
        // entity beans are inserted when they are created
    }

    @Override
    public void addOrphan(long id, long purchaseOrder) {
        database.execute("insert into s_orphan (id, purchase_order) values (?, ?)", id, purchaseOrder);
    }
}
