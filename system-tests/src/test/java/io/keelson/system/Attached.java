package io.keelson.system;

import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/** A server's MBeans as another process of the same user sees them: attached, as jconsole does it. */
final class Attached implements AutoCloseable {
    private final JMXConnector connector;
    private final MBeanServerConnection beans;
    private final String server;

    private Attached(JMXConnector connector, String server) throws Exception {
        this.connector = connector;
        this.beans = connector.getMBeanServerConnection();
        this.server = server;
    }

    /** Attaches to the process of a server. */
    static Attached to(LiveDomain domain, String server) throws Exception {
        VirtualMachine machine =
                VirtualMachine.attach(String.valueOf(domain.process(server).pid()));
        String address = machine.startLocalManagementAgent();
        machine.detach();
        return new Attached(JMXConnectorFactory.connect(new JMXServiceURL(address)), server);
    }

    MBeanServerConnection beans() {
        return beans;
    }

    /** The name of one of the server's beans. */
    ObjectName name(String rest) throws Exception {
        return new ObjectName("io.keelson:server=" + server + "," + rest);
    }

    /** An attribute of one of the server's beans. */
    Object get(String rest, String attribute) throws Exception {
        return beans.getAttribute(name(rest), attribute);
    }

    /** Returns true if there is such a bean. */
    boolean has(String rest) throws Exception {
        return beans.isRegistered(name(rest));
    }

    /** The names of all of the server's beans. */
    Set<ObjectName> all() throws Exception {
        return beans.queryNames(new ObjectName("io.keelson:server=" + server + ",*"), null);
    }

    /** Everything that a bean says. */
    Map<String, Object> everything(ObjectName bean) throws Exception {
        Map<String, Object> all = new TreeMap<>();
        for (MBeanAttributeInfo attribute : beans.getMBeanInfo(bean).getAttributes()) {
            all.put(attribute.getName(), beans.getAttribute(bean, attribute.getName()));
        }
        return all;
    }

    @Override
    public void close() {
        try {
            connector.close();
        } catch (IOException e) {
            // The server has ended in the meantime, and the connection with it.
        }
    }
}
