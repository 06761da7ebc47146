package io.keelson.ecperf.store;

import io.keelson.ecperf.model.Access;
import io.keelson.ecperf.model.PurchaseLine;
import io.keelson.ecperf.model.PurchaseOrder;
import jakarta.ejb.Local;
import java.util.List;

/** Purchase orders and their lines. */
@Local
public interface SupplierStore {
    /** Finds a purchase order; null where there is none. */
    PurchaseOrder purchaseOrder(long id, Access access);

    /** Finds the lines of a purchase order in the order of their keys. */
    List<PurchaseLine> lines(long purchaseOrder, Access access);

    /** Finds the keys of purchase orders that are not sent, oldest first. */
    List<Long> notSent(int most);

    /** Adds a purchase order. */
    PurchaseOrder addPurchaseOrder(long id, long supplier, long workOrder);

    /** Adds a line. */
    void addLine(long id, long purchaseOrder, long part, int quantity);

    /** Writes to the database what was added and changed in this transaction. */
    void flush();

    /** Notes that something was delivered for which there is no purchase order. */
    void addOrphan(long id, long purchaseOrder);
}
