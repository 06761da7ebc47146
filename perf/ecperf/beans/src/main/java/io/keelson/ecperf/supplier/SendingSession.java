package io.keelson.ecperf.supplier;

import io.keelson.ecperf.corporate.LockedTable;
import io.keelson.ecperf.corporate.TableLocks;
import io.keelson.ecperf.model.Access;
import io.keelson.ecperf.model.Line;
import io.keelson.ecperf.model.PurchaseLine;
import io.keelson.ecperf.model.PurchaseOrder;
import io.keelson.ecperf.store.SupplierStore;
import jakarta.ejb.EJB;
import jakarta.ejb.EJBException;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import java.util.ArrayList;
import java.util.List;

/** Sends a purchase order that is in the database. */
@Stateless
public class SendingSession {
    @EJB
    private SupplierStore store;

    @EJB
    private SupplierClient supplier;

    @EJB
    private TableLocks locks;

    /** Sends it within the caller's transaction, unless it is sent. The supplier may get it again where this fails. */
    public void send(long id, Fault fault) {
        locks.write(LockedTable.PURCHASE_ORDER);
        PurchaseOrder order = store.purchaseOrder(id, Access.UPDATE);
        if (order == null) {
            throw new EJBException("there is no purchase order " + id + " to be sent");
        }
        if (order.getSent() == 1) {
            return;
        }
        List<Line> lines = new ArrayList<>();
        for (PurchaseLine line : store.lines(id, Access.READ)) {
            lines.add(new Line(line.getPart(), line.getQuantity()));
        }
        supplier.send(id, order.getSupplier(), lines);
        fault.happenInSending();
        order.setSent(1);
    }

    /** The same in a transaction of its own. */
    @TransactionAttribute(TransactionAttributeType.REQUIRES_NEW)
    public void sendApart(long id) {
        send(id, Fault.NONE);
    }

    /** The keys of purchase orders that are not sent. */
    public List<Long> notSent(int most) {
        return store.notSent(most);
    }
}
