package io.keelson.jms;

import io.keelson.jms.JmsFactoryMaker.Definitions;
import io.keelson.jms.client.ClientDestination;
import io.keelson.jms.message.DestinationName;
import io.keelson.kernel.spi.resource.ResourceMaker;
import java.util.Set;
import javax.naming.NamingException;

/**
 * Makes the destinations that applications define (Jakarta EE Platform 11, 5.18). One that names a destination shares it with others of the
 * name; one that does not has its own. Its messages outlive the application. Thread-safe.
 */
final class JmsDestinationMaker implements ResourceMaker {
    private static final Set<String> KNOWN =
            Set.of("interface-name", "class-name", "resource-adapter", "destination-name");

    private final JmsHost host;

    JmsDestinationMaker(JmsHost host) {
        this.host = host;
    }

    @Override
    public String kind() {
        return "jms-destination";
    }

    @Override
    public Made make(Definition definition) throws NamingException {
        Definitions.check(definition, KNOWN, Set.of());
        String type = definition.setting("interface-name");
        if (type == null || !type.equals("jakarta.jms.Queue") && !type.equals("jakarta.jms.Topic")) {
            throw Definitions.wrong(
                    definition,
                    "has the interface-name '" + type + "'; expected jakarta.jms.Queue or jakarta.jms.Topic");
        }
        String given = definition.setting("destination-name");
        if (given != null && given.startsWith(DestinationName.TEMPORARY)) {
            throw Definitions.wrong(definition, "has the name of a temporary destination");
        }
        DestinationName name = new DestinationName(
                type.equals("jakarta.jms.Topic"),
                given == null || given.isBlank()
                        ? definition.application() + "!" + definition.name().replaceFirst("^java:", "")
                        : given);
        host.want(name);
        Object value = ClientDestination.of(name);
        return new Made() {
            @Override
            public Object value() {
                return value;
            }

            @Override
            public void close() {
                host.release(name);
            }
        };
    }
}
