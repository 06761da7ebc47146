package io.keelson.remoting.internal.call;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The addresses that this process has connected to. Thread-safe. */
public final class Endpoints {
    private final Node node;
    private final Dialler dialler;
    private final Map<Address, Endpoint> byAddress = new ConcurrentHashMap<>();

    Endpoints(Node node, Dialler dialler) {
        this.node = node;
        this.dialler = dialler;
    }

    /** The one of an address: always the same. */
    public Endpoint of(Address address) {
        return byAddress.computeIfAbsent(address, key -> new Endpoint(node, key, dialler));
    }

    /** Those of several addresses; what is no address is passed over. */
    List<Endpoint> all(List<String> addresses) {
        List<Endpoint> all = new ArrayList<>();
        for (String address : addresses) {
            try {
                Address.parse(address).forEach(one -> all.add(of(one)));
            } catch (IllegalArgumentException e) {
                CallLog.LOG.debugf(e, "an address of a peer");
            }
        }
        return all;
    }
}
