package io.keelson.ejb.home;

/** A bean that asks what its references are. */
public interface Asking {
    String ask() throws Exception;
}
