/**
 * Sends messages to a queue that each server of the cluster has a part of, and receives them with a message-driven bean on each. The
 * figures are in the one database that all servers have, so that they outlive each of them.
 */
package io.keelson.examples.orders;
