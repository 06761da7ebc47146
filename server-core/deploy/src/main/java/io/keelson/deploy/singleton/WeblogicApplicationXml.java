package io.keelson.deploy.singleton;

import static io.keelson.deploy.internal.log.DeployLog.LOG;

import io.keelson.deploy.internal.archive.DescriptorReader;
import io.keelson.deploy.spi.DeploymentException;
import io.keelson.deploy.spi.DescriptorNode;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Reader of the singleton services in {@code META-INF/weblogic-application.xml} of an EAR. Its {@code session-descriptor} and its work
 * managers are the servlet container's. The rest of it is not applied, which the log says once for each kind of element.
 */
final class WeblogicApplicationXml {
    static final String FILE = "META-INF/weblogic-application.xml";
    private static final String SERVICE = "singleton-service";

    /** Elements that the servlet container reads. */
    private static final Set<String> OF_WEB = Set.of(
            "capacity",
            "context-request",
            "fair-share-request",
            "max-threads-constraint",
            "min-threads-constraint",
            "response-time-request",
            "session-descriptor",
            "work-manager");

    private final DescriptorReader xml;
    private final String application;
    private final List<Service> services = new ArrayList<>();
    private final Set<String> said = new HashSet<>();

    /**
     * A service.
     *
     * @param place file and line, for messages
     */
    record Service(String name, String className, String place) {}

    private WeblogicApplicationXml(DescriptorReader xml, String application) {
        this.xml = xml;
        this.application = application;
    }

    /** Reads the document. The stream stays open. */
    static List<Service> read(InputStream in, String application) throws DeploymentException {
        return read(DescriptorNode.read(FILE, in), application);
    }

    /** Reads what the document is after a plan was applied to it. */
    static List<Service> read(DescriptorNode document, String application) throws DeploymentException {
        return DescriptorReader.read(
                document, "weblogic-application", xml -> new WeblogicApplicationXml(xml, application).services());
    }

    private List<Service> services() throws DeploymentException {
        while (xml.child()) {
            if (xml.name().equals(SERVICE)) {
                service();
            } else if (OF_WEB.contains(xml.name())) {
                xml.skip();
            } else {
                leaveOut("");
            }
        }
        return List.copyOf(services);
    }

    private void service() throws DeploymentException {
        String place = xml.place();
        String name = "";
        String className = "";
        while (xml.child()) {
            switch (xml.name()) {
                case "name" -> name = only(name);
                case "class-name" -> className = only(className);
                default -> leaveOut(SERVICE + "/"); // singleton-uri: the class is found wherever it lies
            }
        }
        if (name.isEmpty() || className.isEmpty()) {
            throw new DeploymentException(place + ": expected a <class-name> and a <name> in <" + SERVICE
                    + ">, one of them is missing or empty");
        }
        services.add(new Service(name, className, place));
    }

    private String only(String before) throws DeploymentException {
        if (!before.isEmpty()) {
            throw xml.wrong("a second <" + xml.name() + "> in a <" + SERVICE + ">");
        }
        return xml.text();
    }

    private void leaveOut(String parent) throws DeploymentException {
        String element = parent + xml.name();
        if (said.add(element)) {
            LOG.notApplied(application, xml.place(), element);
        }
        xml.skip();
    }
}
