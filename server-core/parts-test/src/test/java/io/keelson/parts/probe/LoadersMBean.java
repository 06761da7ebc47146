package io.keelson.parts.probe;

/** How many class loaders of applications were made, and how many of them are still there. */
public interface LoadersMBean {
    int getMade();

    long getAlive();
}
