package io.keelson.ecperf.jpa;

import io.keelson.ecperf.model.Access;
import io.keelson.ecperf.model.PurchaseLine;
import io.keelson.ecperf.model.PurchaseOrder;
import io.keelson.ecperf.store.SupplierStore;
import jakarta.ejb.EJB;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import java.util.List;

/** SupplierStore by Jakarta Persistence. */
@Stateless
@TransactionAttribute(TransactionAttributeType.MANDATORY)
public class JpaSupplierStore implements SupplierStore {
    @EJB
    private Rows rows;

    @Override
    public PurchaseOrder purchaseOrder(long id, Access access) {
        return rows.find(PurchaseOrderEntity.class, id, access);
    }

    @Override
    public List<PurchaseLine> lines(long purchaseOrder, Access access) {
        return List.copyOf(rows.list(
                PurchaseLineEntity.class,
                "select l from PurchaseLineEntity l where l.purchaseOrder = ?1 order by l.id",
                purchaseOrder,
                access));
    }

    @Override
    public List<Long> notSent(int most) {
        return rows.keys("select p.id from PurchaseOrderEntity p where p.sent = ?1 order by p.id", 0, most);
    }

    @Override
    public PurchaseOrder addPurchaseOrder(long id, long supplier, long workOrder) {
        return rows.add(new PurchaseOrderEntity(id, supplier, workOrder));
    }

    @Override
    public void addLine(long id, long purchaseOrder, long part, int quantity) {
        rows.add(new PurchaseLineEntity(id, purchaseOrder, part, quantity, quantity));
    }

    @Override
    public void flush() {
        rows.flush();
    }

    @Override
    public void addOrphan(long id, long purchaseOrder) {
        rows.add(new OrphanEntity(id, purchaseOrder));
    }
}
