package io.keelson.ecperf.manufacturing;

import io.keelson.ecperf.corporate.LockedTable;
import io.keelson.ecperf.corporate.Sequence;
import io.keelson.ecperf.corporate.Sequences;
import io.keelson.ecperf.corporate.Settings;
import io.keelson.ecperf.corporate.TableLocks;
import io.keelson.ecperf.model.Access;
import io.keelson.ecperf.model.BillLine;
import io.keelson.ecperf.model.LargeOrder;
import io.keelson.ecperf.model.Line;
import io.keelson.ecperf.model.Part;
import io.keelson.ecperf.model.Replenishment;
import io.keelson.ecperf.model.Stock;
import io.keelson.ecperf.model.WorkOrder;
import io.keelson.ecperf.model.WorkStatus;
import io.keelson.ecperf.store.CorporateStore;
import io.keelson.ecperf.store.ManufacturingStore;
import io.keelson.ecperf.supplier.BuyerSession;
import io.keelson.ecperf.supplier.Fault;
import jakarta.ejb.EJB;
import jakarta.ejb.Stateless;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Work orders. Stock is changed in the order of the components, which is that of all transactions; but in any order where a study asks
 * for it.
 */
@Stateless
public class WorkOrderSession {
    @EJB
    private ManufacturingStore store;

    @EJB
    private CorporateStore corporate;

    @EJB
    private BuyerSession buyer;

    @EJB
    private TableLocks locks;

    @EJB
    private Sequences sequences;

    @EJB
    private Settings settings;

    /**
     * Schedules a work order: takes its components from the stock and buys what gets scarce. Returns its key.
     *
     * @param fault made after the purchase orders are sent or handed over
     */
    public long scheduleWorkOrder(long assembly, int quantity, Fault fault) {
        return schedule(assembly, quantity, 0, fault);
    }

    private long schedule(long assembly, int quantity, long largeOrder, Fault fault) {
        Line wanted = new Line(assembly, quantity);
        long id = sequences.next(Sequence.WORK_ORDER);
        locks.write(LockedTable.WORK_ORDER);
        store.addWorkOrder(id, assembly, wanted.quantity(), largeOrder);
        List<BillLine> bill = inOrder(store.bill(assembly));
        if (bill.isEmpty()) {
            throw new IllegalArgumentException("the part " + assembly + " has no bill of materials");
        }
        locks.write(LockedTable.STOCK);
        Map<Long, List<Line>> bySupplier = new TreeMap<>();
        for (BillLine each : bill) {
            Stock stock = store.stock(each.getComponent(), Access.UPDATE);
            stock.setOnHand(stock.getOnHand() - (long) each.getQuantity() * quantity);
            Part part = corporate.part(each.getComponent());
            int bought = Replenishment.quantity(stock.getOnHand(), stock.getOnOrder(), part.getLot());
            if (bought > 0) {
                stock.setOnOrder(stock.getOnOrder() + bought);
                bySupplier
                        .computeIfAbsent(part.getSupplier(), supplier -> new ArrayList<>())
                        .add(new Line(part.getId(), bought));
            }
        }
        if (!bySupplier.isEmpty()) {
            buyer.buy(id, bySupplier, fault);
        }
        fault.happen();
        return id;
    }

    private List<BillLine> inOrder(List<BillLine> bill) {
        if (settings.ordered()) {
            return bill;
        }
        List<BillLine> any = new ArrayList<>(bill);
        Collections.shuffle(any, ThreadLocalRandom.current());
        return any;
    }

    /** Moves a work order to its next station. */
    public void updateWorkOrder(long id) {
        locks.write(LockedTable.WORK_ORDER);
        WorkOrder order = store.workOrder(id, Access.UPDATE);
        if (order.getStatus() >= WorkStatus.STAGE_3) {
            throw new IllegalArgumentException("the work order " + id + " is at its last station");
        }
        order.setStatus(order.getStatus() + 1);
    }

    /** Completes a work order: its assemblies are in the stock. */
    public void completeWorkOrder(long id) {
        locks.write(LockedTable.WORK_ORDER);
        WorkOrder order = store.workOrder(id, Access.UPDATE);
        if (order.getStatus() == WorkStatus.COMPLETED) {
            throw new IllegalArgumentException("the work order " + id + " is completed");
        }
        order.setStatus(WorkStatus.COMPLETED);
        if (order.getLargeOrder() > 0) {
            store.largeOrder(order.getLargeOrder(), Access.UPDATE).setStatus(WorkStatus.COMPLETED);
        }
        locks.write(LockedTable.STOCK);
        Stock stock = store.stock(order.getAssembly(), Access.UPDATE);
        stock.setOnHand(stock.getOnHand() + order.getQuantity());
    }

    /** The keys of large orders that have no work order. */
    public List<Long> findLargeOrders(int most) {
        return store.waiting(most);
    }

    /** Schedules the work order of a large order; returns its key, or 0 where it has one. */
    public long scheduleLargeOrder(long id) {
        locks.write(LockedTable.WORK_ORDER);
        LargeOrder large = store.largeOrder(id, Access.UPDATE);
        if (large.getStatus() != WorkStatus.WAITING) {
            return 0;
        }
        large.setStatus(WorkStatus.STAGE_1);
        return schedule(large.getAssembly(), large.getQuantity(), id, Fault.NONE);
    }
}
