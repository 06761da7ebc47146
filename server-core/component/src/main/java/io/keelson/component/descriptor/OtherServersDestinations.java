package io.keelson.component.descriptor;

import io.keelson.deploy.spi.Deployment;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Message destinations of an application and where they lead by descriptors for other servers: {@code message-destination} of
 * {@code sun-ejb-jar.xml}, {@code sun-web.xml} and their other names. Those of all modules count in each, as links of references may
 * name another module's; a module's own go first. Confined to the deploying thread.
 */
public final class OtherServersDestinations {
    private final Map<String, Map<String, String>> byModule = new LinkedHashMap<>();

    private OtherServersDestinations() {}

    /**
     * Adds a destination of a module.
     *
     * @param element {@code message-destination}
     * @return what is taken, for the log; empty where the element says no name or target
     */
    public static String add(Deployment deployment, Element element) {
        String name = element.textOf("message-destination-name");
        String leads = element.textOf("jndi-name");
        if (name == null || leads == null) {
            return "";
        }
        of(deployment)
                .byModule
                .computeIfAbsent(deployment.name(), each -> new LinkedHashMap<>())
                .put(name, leads);
        return "destination " + name + " is " + leads;
    }

    private static OtherServersDestinations of(Deployment deployment) {
        return deployment.shared(OtherServersDestinations.class, OtherServersDestinations::new);
    }

    /** Returns the server's names of destinations, as a module sees them. Complete once every module has been inspected. */
    public static Map<String, String> seenBy(Deployment deployment) {
        Map<String, String> seen = new HashMap<>();
        OtherServersDestinations all = of(deployment);
        all.byModule.values().forEach(each -> each.forEach(seen::putIfAbsent));
        seen.putAll(all.byModule.getOrDefault(deployment.name(), Map.of()));
        return Map.copyOf(seen);
    }
}
