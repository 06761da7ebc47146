package io.keelson.ecperf.supplier;

import io.keelson.ecperf.corporate.LockedTable;
import io.keelson.ecperf.corporate.Sending;
import io.keelson.ecperf.corporate.Sequence;
import io.keelson.ecperf.corporate.Sequences;
import io.keelson.ecperf.corporate.Settings;
import io.keelson.ecperf.corporate.TableLocks;
import io.keelson.ecperf.model.Line;
import io.keelson.ecperf.model.PurchaseOrder;
import io.keelson.ecperf.store.SupplierStore;
import jakarta.annotation.Resource;
import jakarta.ejb.EJB;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSDestinationDefinition;
import jakarta.jms.Queue;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Makes purchase orders and hands them over to be sent, in the way that the settings say. */
@Stateless
@TransactionAttribute(TransactionAttributeType.MANDATORY)
@JMSDestinationDefinition(
        name = "java:app/jms/purchase-orders",
        interfaceName = "jakarta.jms.Queue",
        destinationName = "ecperf-purchase-orders")
public class BuyerSession {
    static final String FAULT = "fault";

    @EJB
    private SupplierStore store;

    @EJB
    private Settings settings;

    @EJB
    private Sequences sequences;

    @EJB
    private TableLocks locks;

    @EJB
    private SupplierClient supplier;

    @Resource(lookup = "java:comp/DefaultJMSConnectionFactory")
    private ConnectionFactory factory;

    @Resource(lookup = "java:app/jms/purchase-orders")
    private Queue queue;

    /**
     * Makes a purchase order for each supplier.
     *
     * @param lines by the key of the supplier, in order
     * @param fault of the transaction that sends, where that is another
     */
    public void buy(long workOrder, Map<Long, List<Line>> lines, Fault fault) {
        locks.write(LockedTable.PURCHASE_ORDER);
        List<Long> keys = new ArrayList<>();
        lines.forEach((id, wanted) -> keys.add(add(workOrder, id, wanted)));
        switch (settings.sending()) {
            case DIRECT, AGENT -> {
                // Sent already, or found by the agent after the commit.
            }
            case QUEUE -> {
                try (JMSContext context = factory.createContext()) {
                    for (long key : keys) {
                        context.createProducer()
                                .setProperty(FAULT, fault.name())
                                .send(queue, Long.toString(key));
                    }
                }
            }
        }
    }

    private long add(long workOrder, long supplierId, List<Line> lines) {
        long id = sequences.next(Sequence.PURCHASE_ORDER);
        PurchaseOrder order = store.addPurchaseOrder(id, supplierId, workOrder);
        int number = 0;
        for (Line line : lines) {
            store.addLine(id * 100 + ++number, id, line.part(), line.quantity());
        }
        if (settings.sending() == Sending.DIRECT) {
            // The database has it before the supplier does: what it refuses is not sent.
            store.flush();
            supplier.send(id, supplierId, lines);
            order.setSent(1);
        }
        return id;
    }
}
