package io.keelson.jms.broker;

/**
 * A consumer as the server sees it.
 *
 * @param id the server's number
 * @param client the client's number
 * @param figures for management
 * @param forwarding true if it takes messages for another member of a distributed queue
 */
record ServerConsumer(
        long id, long client, ServerConnection connection, Node node, boolean forwarding, ConsumerFigures figures) {}
