package io.keelson.ecperf.supplier;

import io.keelson.ecperf.corporate.LockedTable;
import io.keelson.ecperf.corporate.Sequence;
import io.keelson.ecperf.corporate.Sequences;
import io.keelson.ecperf.corporate.TableLocks;
import io.keelson.ecperf.model.Access;
import io.keelson.ecperf.model.Line;
import io.keelson.ecperf.model.PurchaseLine;
import io.keelson.ecperf.model.Stock;
import io.keelson.ecperf.store.ManufacturingStore;
import io.keelson.ecperf.store.SupplierStore;
import jakarta.ejb.EJB;
import jakarta.ejb.Stateless;

/** Receives deliveries. A line that was delivered is passed over, so that a supplier may say it again. */
@Stateless
public class ReceiverSession {
    @EJB
    private SupplierStore store;

    @EJB
    private ManufacturingStore manufacturing;

    @EJB
    private TableLocks locks;

    @EJB
    private Sequences sequences;

    /** Puts a delivery into the stock; returns false where there is no such purchase order. */
    public boolean deliver(Delivery delivery) {
        locks.write(LockedTable.PURCHASE_ORDER);
        if (store.purchaseOrder(delivery.purchaseOrder(), Access.READ) == null) {
            if (delivery.last()) {
                store.addOrphan(sequences.next(Sequence.ORPHAN), delivery.purchaseOrder());
            }
            return false;
        }
        locks.write(LockedTable.STOCK);
        for (PurchaseLine line : store.lines(delivery.purchaseOrder(), Access.UPDATE)) {
            int quantity = line.getOutstanding();
            if (quantity > 0 && delivery.lines().contains(new Line(line.getPart(), quantity))) {
                line.setOutstanding(0);
                Stock stock = manufacturing.stock(line.getPart(), Access.UPDATE);
                stock.setOnHand(stock.getOnHand() + quantity);
                stock.setOnOrder(stock.getOnOrder() - quantity);
            }
        }
        return true;
    }
}
