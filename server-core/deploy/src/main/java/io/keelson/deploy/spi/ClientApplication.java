package io.keelson.deploy.spi;

/**
 * Says that an application belongs to a client in this JVM, which has its classes itself: the server takes them from the client's loader.
 * Attached to each of its modules.
 *
 * @param loader the loader of the client
 * @param named true if names of its modules in {@code java:global} begin with the application's name
 */
public record ClientApplication(ClassLoader loader, boolean named) {}
