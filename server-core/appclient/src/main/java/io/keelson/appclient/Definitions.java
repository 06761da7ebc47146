package io.keelson.appclient;

import io.keelson.appclient.ClientDescriptor.Definition;
import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSContext;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Driver;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.logging.Logger;
import java.util.stream.Stream;
import javax.naming.NameNotFoundException;
import javax.naming.NamingException;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Makes the resources that a client defines (Jakarta EE Platform 11, EE.5.18). They are the client's own: its connections come from no
 * pool.
 *
 * @param server for what messaging needs
 * @param loader where drivers are found
 * @param messages for what is left out
 */
record Definitions(ServerConnection server, ClassLoader loader, PrintStream messages) {
    Object make(Definition definition) throws ClientException {
        try {
            return switch (definition.kind()) {
                case "data-source" -> dataSource(definition);
                case "jms-connection-factory" -> factory(definition);
                case "jms-destination" -> destination(definition);
                case "mail-session" -> session(definition);
                default ->
                    throw new ClientException(definition.place() + ": an application client has no resource adapters");
            };
        } catch (InvocationTargetException e) {
            throw new ClientException(definition.place() + ": " + e.getCause(), e.getCause());
        } catch (ReflectiveOperationException | LinkageError e) {
            throw new ClientException(definition.place() + ": " + e, e);
        } catch (NamingException e) {
            throw new ClientException(definition.place() + ": " + e.getMessage(), e);
        }
    }

    private DataSource dataSource(Definition definition) throws ReflectiveOperationException, ClientException {
        String name = definition.value("class-name");
        if (name == null) {
            throw new ClientException(definition.place() + ": it names no class (className)");
        }
        Object made;
        try {
            made = Class.forName(name, true, loader).getDeclaredConstructor().newInstance();
        } catch (ClassNotFoundException e) {
            throw new ClientException(
                    definition.place() + ": the driver's class " + name + " is not on the client's class path", e);
        }
        Map<String, String> all = new LinkedHashMap<>(definition.properties());
        definition.values().forEach((key, value) -> {
            if (!key.equals("class-name") && !key.equals("name") && !value.isEmpty()) {
                all.putIfAbsent(camel(key), value);
            }
        });
        if (made instanceof Driver driver) {
            return driven(driver, all, definition);
        }
        if (!(made instanceof DataSource source)) {
            throw new ClientException(
                    definition.place() + ": " + name + " is neither a javax.sql.DataSource nor a java.sql.Driver");
        }
        boolean url = all.containsKey("url") && has(made, "url");
        for (Map.Entry<String, String> each : all.entrySet()) {
            // Values that annotations have of themselves go only where the driver knows them.
            boolean said = definition.properties().containsKey(each.getKey());
            boolean place = List.of("serverName", "portNumber", "databaseName").contains(each.getKey());
            if ((said || !(url && place)) && !set(made, each.getKey(), each.getValue())) {
                leftOut(each.getKey(), said, all.containsKey("databaseName"), definition);
            }
        }
        return source;
    }

    /** Leaves out what the class has no property for (@DataSourceDefinition), but not what says who signs on where. */
    private void leftOut(String property, boolean said, boolean named, Definition definition) throws ClientException {
        String missing = definition.place() + ": " + definition.value("class-name") + " has no property " + property;
        if (property.equals("url") ? !named : List.of("user", "password").contains(property)) {
            throw new ClientException(missing);
        }
        if (said) {
            messages.println("keelson: " + missing + "; it is left out");
        }
    }

    private static boolean has(Object bean, String property) {
        return Stream.of(bean.getClass().getMethods())
                .anyMatch(method ->
                        method.getName().equalsIgnoreCase("set" + property) && method.getParameterCount() == 1);
    }

    private static String camel(String key) {
        StringBuilder text = new StringBuilder();
        for (String word : key.split("-")) {
            text.append(text.isEmpty() ? word : word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1));
        }
        return text.toString();
    }

    private static boolean set(Object bean, String property, String value) throws ReflectiveOperationException {
        for (Method method : bean.getClass().getMethods()) {
            if (method.getName().equalsIgnoreCase("set" + property) && method.getParameterCount() == 1) {
                Class<?> type = method.getParameterTypes()[0];
                Object converted = type == String.class
                        ? value
                        : type == int.class
                                ? (Object) Integer.valueOf(value)
                                : type == long.class
                                        ? (Object) Long.valueOf(value)
                                        : type == boolean.class ? Boolean.valueOf(value) : null;
                if (converted != null) {
                    method.invoke(bean, converted);
                    return true;
                }
            }
        }
        return false;
    }

    private static DataSource driven(Driver driver, Map<String, String> all, Definition definition)
            throws ClientException {
        String url = all.get("url");
        if (url == null) {
            throw new ClientException(definition.place() + ": a driver needs a url");
        }
        Properties properties = new Properties();
        all.forEach((key, value) -> {
            if (!List.of("url", "serverName", "portNumber", "databaseName", "description")
                    .contains(key)) {
                properties.setProperty(key, value);
            }
        });
        return new DrivenSource(driver, url, properties);
    }

    /** A data source over a driver. */
    private record DrivenSource(Driver driver, String url, Properties properties) implements DataSource {
        @Override
        public java.sql.Connection getConnection() throws SQLException {
            return connect(properties);
        }

        @Override
        public java.sql.Connection getConnection(String user, String password) throws SQLException {
            Properties own = new Properties();
            own.putAll(properties);
            own.setProperty("user", user);
            own.setProperty("password", password);
            return connect(own);
        }

        private java.sql.Connection connect(Properties with) throws SQLException {
            java.sql.Connection connection = driver.connect(url, with);
            if (connection == null) {
                throw new SQLException(driver.getClass().getName() + " does not know the URL " + url);
            }
            return connection;
        }

        @Override
        public @Nullable PrintWriter getLogWriter() {
            return null;
        }

        @Override
        public void setLogWriter(PrintWriter out) throws SQLException {
            throw new SQLFeatureNotSupportedException("a data source of a client writes no log");
        }

        @Override
        public void setLoginTimeout(int seconds) throws SQLException {
            throw new SQLFeatureNotSupportedException("the driver's own time-out counts");
        }

        @Override
        public int getLoginTimeout() {
            return 0;
        }

        @Override
        public Logger getParentLogger() throws SQLFeatureNotSupportedException {
            return driver.getParentLogger();
        }

        @Override
        public <T> T unwrap(Class<T> type) throws SQLException {
            if (type.isInstance(this)) {
                return type.cast(this);
            }
            throw new SQLException("this data source is no " + type.getName());
        }

        @Override
        public boolean isWrapperFor(Class<?> type) {
            return type.isInstance(this);
        }

        @Override
        public String toString() {
            return "data source of " + driver.getClass().getName();
        }
    }

    /** The server's default factory, with the user and the client identifier of the definition. */
    private Object factory(Definition definition) throws NamingException, ClientException {
        Object standard = server.context().lookup("jms/DefaultJMSConnectionFactory");
        if (!(standard instanceof ConnectionFactory)) {
            throw new ClientException(definition.place() + ": " + server.url() + " has no messaging");
        }
        if (!definition.properties().isEmpty()) {
            messages.println("keelson: " + definition.place() + ": properties are not known and were left out: "
                    + String.join(", ", definition.properties().keySet()));
        }
        String user = definition.value("user");
        String password = Objects.requireNonNullElse(definition.value("password"), "");
        String id = definition.value("client-id");
        Class<?>[] types = interfaces(standard.getClass());
        return Proxy.newProxyInstance(ConnectionFactory.class.getClassLoader(), types, (proxy, method, given) -> {
            @Nullable Object[] arguments = given == null ? new Object[0] : given;
            try {
                if (method.getDeclaringClass() == Object.class) {
                    return switch (method.getName()) {
                        case "equals" -> proxy == arguments[0];
                        case "hashCode" -> System.identityHashCode(proxy);
                        default -> definition.name();
                    };
                }
                boolean bare = method.getName().startsWith("create")
                        && (arguments.length == 0 || arguments.length == 1 && arguments[0] instanceof Integer);
                Object made = bare && user != null
                        ? withUser(standard, method, arguments, user, password)
                        : method.invoke(standard, arguments);
                if (id != null && made instanceof Connection connection) {
                    connection.setClientID(id);
                } else if (id != null && made instanceof JMSContext context) {
                    context.setClientID(id);
                }
                return made;
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
        });
    }

    private static Object withUser(
            Object standard, Method method, @Nullable Object[] arguments, String user, String password)
            throws ReflectiveOperationException {
        Class<?>[] types = new Class<?>[arguments.length + 2];
        @Nullable Object[] all = new Object[types.length];
        Arrays.fill(types, 0, 2, String.class);
        all[0] = user;
        all[1] = password;
        if (arguments.length == 1) {
            types[2] = int.class;
            all[2] = arguments[0];
        }
        return method.getDeclaringClass().getMethod(method.getName(), types).invoke(standard, all);
    }

    private static Class<?>[] interfaces(Class<?> type) {
        return Arrays.stream(type.getInterfaces())
                .filter(each -> each.getName().startsWith("jakarta.jms."))
                .toArray(Class<?>[]::new);
    }

    /** Destinations are of the server, under the name of the definition's destination or of the definition. */
    private Object destination(Definition definition) throws NamingException, ClientException {
        String name = Objects.requireNonNullElse(definition.value("destination-name"), definition.name());
        try {
            return server.context().lookup(name);
        } catch (NameNotFoundException e) {
            throw new ClientException(
                    definition.place() + ": a client makes no destinations, and " + server.url()
                            + " has none of the name '" + name + "'",
                    e);
        }
    }

    private Object session(Definition definition) throws ReflectiveOperationException, ClientException {
        Properties properties = new Properties();
        copy(definition, "host", "mail.host", properties);
        copy(definition, "user", "mail.user", properties);
        copy(definition, "from", "mail.from", properties);
        copy(definition, "store-protocol", "mail.store.protocol", properties);
        copy(definition, "transport-protocol", "mail.transport.protocol", properties);
        definition.properties().forEach(properties::setProperty);
        if (definition.value("password") != null) {
            messages.println("keelson: " + definition.place()
                    + ": the password is not used in a client; give it to the transport or store");
        }
        return Class.forName("jakarta.mail.Session", true, loader)
                .getMethod("getInstance", Properties.class)
                .invoke(null, properties);
    }

    private static void copy(Definition definition, String from, String to, Properties properties) {
        String value = definition.value(from);
        if (value != null) {
            properties.setProperty(to, value);
        }
    }
}
