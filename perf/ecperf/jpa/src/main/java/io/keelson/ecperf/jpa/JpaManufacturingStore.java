package io.keelson.ecperf.jpa;

import io.keelson.ecperf.model.Access;
import io.keelson.ecperf.model.BillLine;
import io.keelson.ecperf.model.LargeOrder;
import io.keelson.ecperf.model.Stock;
import io.keelson.ecperf.model.WorkOrder;
import io.keelson.ecperf.model.WorkStatus;
import io.keelson.ecperf.store.ManufacturingStore;
import jakarta.ejb.EJB;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import java.util.List;

/** ManufacturingStore by Jakarta Persistence. */
@Stateless
@TransactionAttribute(TransactionAttributeType.MANDATORY)
public class JpaManufacturingStore implements ManufacturingStore {
    @EJB
    private Rows rows;

    @Override
    public List<BillLine> bill(long assembly) {
        return List.copyOf(rows.list(
                BillLineEntity.class,
                "select b from BillLineEntity b where b.assembly = ?1 order by b.component",
                assembly,
                Access.READ));
    }

    @Override
    public Stock stock(long part, Access access) {
        return rows.get(StockEntity.class, "stock", part, access);
    }

    @Override
    public WorkOrder workOrder(long id, Access access) {
        return rows.get(WorkOrderEntity.class, "work order", id, access);
    }

    @Override
    public void addWorkOrder(long id, long assembly, int quantity, long largeOrder) {
        rows.add(new WorkOrderEntity(id, assembly, quantity, largeOrder, WorkStatus.STAGE_1));
    }

    @Override
    public LargeOrder largeOrder(long id, Access access) {
        return rows.get(LargeOrderEntity.class, "large order", id, access);
    }

    @Override
    public List<LargeOrder> largeOrders(long order, Access access) {
        return List.copyOf(rows.list(
                LargeOrderEntity.class,
                "select g from LargeOrderEntity g where g.orderId = ?1 order by g.id",
                order,
                access));
    }

    @Override
    public List<Long> waiting(int most) {
        return rows.keys(
                "select g.id from LargeOrderEntity g where g.status = ?1 order by g.id", WorkStatus.WAITING, most);
    }

    @Override
    public void addLargeOrder(long id, long order, long assembly, int quantity) {
        rows.add(new LargeOrderEntity(id, order, assembly, quantity, WorkStatus.WAITING));
    }

    @Override
    public void removeLargeOrder(long id) {
        rows.remove(rows.get(LargeOrderEntity.class, "large order", id, Access.UPDATE));
    }
}
