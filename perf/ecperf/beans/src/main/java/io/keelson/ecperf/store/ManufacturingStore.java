package io.keelson.ecperf.store;

import io.keelson.ecperf.model.Access;
import io.keelson.ecperf.model.BillLine;
import io.keelson.ecperf.model.LargeOrder;
import io.keelson.ecperf.model.Stock;
import io.keelson.ecperf.model.WorkOrder;
import jakarta.ejb.Local;
import java.util.List;

/** Stock, bills of materials, work orders and large orders. */
@Local
public interface ManufacturingStore {
    /** Finds the bill of materials of an assembly in the order of the components; empty where it has none. */
    List<BillLine> bill(long assembly);

    /** Finds the stock of a part; throws {@link NoSuchRowException}. */
    Stock stock(long part, Access access);

    /** Finds a work order; throws {@link NoSuchRowException}. */
    WorkOrder workOrder(long id, Access access);

    /** Adds a work order. */
    void addWorkOrder(long id, long assembly, int quantity, long largeOrder);

    /** Finds a large order; throws {@link NoSuchRowException}. */
    LargeOrder largeOrder(long id, Access access);

    /** Finds the large orders of an order in the order of their keys. */
    List<LargeOrder> largeOrders(long order, Access access);

    /** Finds the keys of large orders without work order, oldest first. */
    List<Long> waiting(int most);

    /** Adds a large order. */
    void addLargeOrder(long id, long order, long assembly, int quantity);

    /** Removes a large order. */
    void removeLargeOrder(long id);
}
