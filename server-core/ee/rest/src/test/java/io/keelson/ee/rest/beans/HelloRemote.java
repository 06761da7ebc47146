package io.keelson.ee.rest.beans;

import jakarta.ejb.Remote;

/** Another view with the same method. */
@Remote
public interface HelloRemote {
    String hello(String name);
}
