package io.keelson.remoting.internal.call;

import java.util.Collection;
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

    /** Those of several addresses of one process. */
    List<Endpoint> all(Collection<Address> addresses) {
        return addresses.stream().map(this::of).toList();
    }

    /**
     * Those of several addresses of one process.
     *
     * @param like how the process was reached that named them: over TLS they are too, and else in the clear where that can be
     */
    List<Endpoint> all(Collection<Address> addresses, Route like) {
        boolean secure = like instanceof Endpoint endpoint && endpoint.address().secure();
        boolean clear = like instanceof Endpoint && addresses.stream().anyMatch(address -> !address.secure());
        return addresses.stream()
                .filter(address -> secure ? address.secure() : !clear || !address.secure())
                .map(this::of)
                .toList();
    }
}
