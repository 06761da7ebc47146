package io.keelson.ee.soap;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.apache.cxf.Bus;
import org.apache.cxf.BusFactory;
import org.apache.cxf.bus.extension.ExtensionManagerBus;
import org.apache.cxf.catalog.OASISCatalogManager;
import org.apache.cxf.interceptor.OneWayProcessorInterceptor;
import org.apache.cxf.logging.FaultListener;
import org.apache.cxf.transport.http.HTTPConduitFactory;
import org.apache.cxf.transport.http.URLConnectionHTTPConduit;
import org.apache.cxf.workqueue.WorkQueueManager;
import org.jspecify.annotations.Nullable;

/**
 * The buses of CXF: one for all clients of the server, made with the part, and one for the endpoints of each module. Thread-safe.
 *
 * <p>A bus that an application's thread made by itself would keep the application's loader.
 */
final class Buses implements AutoCloseable {
    private final Bus clients;

    private Buses(Bus clients) {
        this.clients = clients;
    }

    static Buses open() {
        Bus bus = create(null);
        BusFactory.setDefaultBus(bus);
        return new Buses(bus);
    }

    /**
     * Makes the bus of a module.
     *
     * @param application its class loader
     */
    Bus ofModule(ClassLoader application) {
        Bus before = BusFactory.getThreadDefaultBus(false);
        try {
            return create(application);
        } finally {
            BusFactory.setThreadDefaultBus(before);
        }
    }

    private static Bus create(@Nullable ClassLoader application) {
        ClassLoader part = Buses.class.getClassLoader();
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        Thread.currentThread().setContextClassLoader(part);
        try {
            Map<String, Object> properties = new HashMap<>();
            properties.put(FaultListener.class.getName(), new ClientFaults());
            properties.put("faultStackTraceEnabled", "false");
            properties.put("exceptionMessageCauseEnabled", "false");
            Bus bus = new ExtensionManagerBus(null, properties, part);
            // The JDK's connections keep sockets alive without threads of their own, which would keep an application's
            // loader.
            HTTPConduitFactory conduits =
                    (transport, of, endpoint, target) -> new URLConnectionHTTPConduit(of, endpoint, target);
            bus.setExtension(conduits, HTTPConduitFactory.class);
            bus.getInInterceptors().add(new DeclaredEncoding());
            bus.getInFaultInterceptors().add(new DeclaredEncoding());
            bus.setExtension(catalogs(bus, application), OASISCatalogManager.class);
            if (application != null) {
                bus.setExtension(application, ClassLoader.class);
                bus.setExtension(new RequestThread(), WorkQueueManager.class);
                bus.setProperty(OneWayProcessorInterceptor.USE_ORIGINAL_THREAD, "true");
            }
            return bus;
        } finally {
            Thread.currentThread().setContextClassLoader(before);
        }
    }

    /** Returns where documents are found that have another place than their address: what is shipped, and what the application says. */
    private static OASISCatalogManager catalogs(Bus bus, @Nullable ClassLoader application) {
        OASISCatalogManager catalogs = new OASISCatalogManager(bus);
        try {
            if (application != null) {
                catalogs.loadCatalogs(application, OASISCatalogManager.DEFAULT_CATALOG_NAME);
            }
            catalogs.loadCatalog(Objects.requireNonNull(Buses.class.getResource("catalog.xml")));
        } catch (IOException e) {
            throw new UncheckedIOException(OASISCatalogManager.DEFAULT_CATALOG_NAME + " cannot be read", e);
        }
        return catalogs;
    }

    /** Ends the bus of a module. */
    static void close(Bus bus) {
        bus.shutdown(true);
        BusFactory.clearDefaultBusForAnyThread(bus);
    }

    @Override
    public void close() {
        BusFactory.setDefaultBus(null);
        close(clients);
    }
}
