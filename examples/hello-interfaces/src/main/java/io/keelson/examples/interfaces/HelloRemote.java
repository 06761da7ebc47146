package io.keelson.examples.interfaces;

import jakarta.ejb.Remote;

/**
 * For clients in other processes, by the native protocol:
 * {@code ejb:hello-interfaces/hello/Hello!io.keelson.examples.interfaces.HelloRemote}.
 */
@Remote
public interface HelloRemote {
    String hello(String name);
}
