package io.keelson.ecperf.supplier;

import io.keelson.ecperf.corporate.Sending;
import io.keelson.ecperf.corporate.Settings;
import jakarta.ejb.EJB;
import jakarta.ejb.EJBException;
import jakarta.ejb.Schedule;
import jakarta.ejb.Singleton;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;

/** Looks each second for purchase orders that are not sent, and sends them one after the other. Works with {@link Sending#AGENT} only. */
@Singleton
@TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
public class SendingAgent {
    private static final int AT_ONCE = 100;
    private static final Logger LOG = Logger.getLogger(SendingAgent.class.getName());

    @EJB
    private Settings settings;

    @EJB
    private SendingSession session;

    /** Sends what there is. */
    @Schedule(hour = "*", minute = "*", second = "*", persistent = false)
    public void look() {
        if (!settings.ready() || settings.sending() != Sending.AGENT) {
            return;
        }
        List<Long> keys;
        do {
            try {
                keys = session.notSent(AT_ONCE);
            } catch (EJBException e) {
                LOG.log(Level.FINE, "the purchase orders cannot be read; next time", e);
                return;
            }
            for (long key : keys) {
                try {
                    session.sendApart(key);
                } catch (EJBException e) {
                    LOG.log(Level.FINE, "a purchase order is sent next time", e);
                    return;
                }
            }
        } while (keys.size() == AT_ONCE);
    }
}
