package io.keelson.jms;

import java.util.List;

/**
 * The message stores that are open on a server, as management lists them.
 *
 * @param stores by the name of their JMS server
 */
public record JmsStoreList(List<Row> stores) {
    public JmsStoreList {
        stores = List.copyOf(stores);
    }

    /**
     * A store.
     *
     * @param name of the JMS server
     * @param type file, replicated or jdbc
     * @param records that it keeps
     * @param liveBytes of the records
     * @param totalBytes on this server's disk; of a store in a database those of the records
     * @param copies other servers that have the whole of it; of a replicated store
     * @param begun other servers that are getting a copy
     * @param state open, alone while what is acknowledged is on this server only, waiting for a copy, or failed with the reason
     */
    public record Row(
            String name,
            String type,
            long records,
            long liveBytes,
            long totalBytes,
            List<String> copies,
            List<String> begun,
            String state) {
        public Row {
            copies = List.copyOf(copies);
            begun = List.copyOf(begun);
        }
    }
}
