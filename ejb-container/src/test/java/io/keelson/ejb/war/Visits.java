package io.keelson.ejb.war;

/** A local business interface. */
public interface Visits {
    int next();
}
