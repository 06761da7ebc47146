package io.keelson.cluster.singleton;

/**
 * A service that an application brings, as the servers that have it tell of it: those that have not got the application know of
 * it by this alone.
 *
 * @param application the application
 * @param settings what it says of the service
 */
record Description(String application, SingletonSettings settings) {}
