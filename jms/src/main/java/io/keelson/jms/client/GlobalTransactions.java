package io.keelson.jms.client;

import jakarta.jms.JMSException;
import org.jspecify.annotations.Nullable;

/** The seam to the transactions of a container, in which its sessions take part by themselves. */
public interface GlobalTransactions {
    /**
     * Returns what a session does in the transaction of the calling thread, which it joins where it has not yet; null where the thread has
     * none.
     *
     * @throws JMSException when it cannot join
     */
    @Nullable
    Work work(ClientSession session) throws JMSException;
}
