package io.keelson.ecperf.cmp;

import io.keelson.ecperf.model.Access;
import io.keelson.ecperf.model.BillLine;
import io.keelson.ecperf.model.LargeOrder;
import io.keelson.ecperf.model.Stock;
import io.keelson.ecperf.model.WorkOrder;
import io.keelson.ecperf.model.WorkStatus;
import io.keelson.ecperf.store.ManufacturingStore;
import jakarta.ejb.CreateException;
import jakarta.ejb.EJB;
import jakarta.ejb.EJBException;
import jakarta.ejb.RemoveException;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** ManufacturingStore on entity beans. */
@Stateless
@TransactionAttribute(TransactionAttributeType.MANDATORY)
public class CmpManufacturingStore implements ManufacturingStore {
    @EJB(beanName = "BillLine")
    private BillLineHome billLines;

    @EJB(beanName = "Stock")
    private StockHome stocks;

    @EJB(beanName = "WorkOrder")
    private WorkOrderHome workOrders;

    @EJB(beanName = "LargeOrder")
    private LargeOrderHome largeOrders;

    private final Database database = Database.lookup();

    @Override
    public List<BillLine> bill(long assembly) {
        List<BillLine> bill = new ArrayList<>(Finding.any(() -> billLines.findByAssembly(assembly)));
        bill.sort(Comparator.comparingLong(BillLine::getComponent));
        return bill;
    }

    @Override
    public Stock stock(long id, Access access) {
        return Finding.one("stock", id, () -> stocks.findByPrimaryKey(id));
    }

    @Override
    public WorkOrder workOrder(long id, Access access) {
        return Finding.one("work order", id, () -> workOrders.findByPrimaryKey(id));
    }

    @Override
    public void addWorkOrder(long id, long assembly, int quantity, long largeOrder) {
        try {
            workOrders.create(id, assembly, quantity, largeOrder, WorkStatus.STAGE_1);
        } catch (CreateException e) {
            throw new EJBException("a row cannot be added", e);
        }
    }

    @Override
    public LargeOrder largeOrder(long id, Access access) {
        return Finding.one("large order", id, () -> largeOrders.findByPrimaryKey(id));
    }

    @Override
    public List<LargeOrder> largeOrders(long order, Access access) {
        return List.copyOf(Finding.any(() -> largeOrders.findByOrder(order)));
    }

    @Override
    public List<Long> waiting(int most) {
        return database.keys("select id from m_largeorder where status = ? order by id", most, WorkStatus.WAITING);
    }

    @Override
    public void addLargeOrder(long id, long order, long assembly, int quantity) {
        try {
            largeOrders.create(id, order, assembly, quantity, WorkStatus.WAITING);
        } catch (CreateException e) {
            throw new EJBException("a row cannot be added", e);
        }
    }

    @Override
    public void removeLargeOrder(long id) {
        try {
            largeOrders.remove(id);
        } catch (RemoveException e) {
            throw new EJBException("the large order " + id + " cannot be removed", e);
        }
    }
}
