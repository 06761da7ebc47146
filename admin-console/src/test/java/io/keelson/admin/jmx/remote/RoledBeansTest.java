package io.keelson.admin.jmx.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.keelson.admin.access.AuditFile;
import io.keelson.admin.access.AuditLog;
import io.keelson.admin.access.Passwords;
import io.keelson.admin.access.RoleGroups;
import io.keelson.admin.jmx.Action;
import io.keelson.admin.jmx.ManagedBeans;
import io.keelson.admin.rest.Caller;
import io.keelson.admin.rest.RecordCollections;
import io.keelson.base.time.Ticker;
import io.keelson.kernel.management.Role;
import io.keelson.kernel.management.RuntimeState;
import io.keelson.security.Realm;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import javax.management.Attribute;
import javax.management.AttributeList;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.management.openmbean.SimpleType;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every call that an MBean server has, for every role and for somebody who has none any more. The roles of REST are those that its own
 * test has written down.
 */
@Timeout(60)
class RoledBeansTest {
    private static final String SERVER = "roled-test";
    private static final Map<String, Role> REST = new TreeMap<>();

    private static final Map<String, Set<Role>> USERS = Map.of(
            "monitor", EnumSet.of(Role.MONITOR),
            "operator", EnumSet.of(Role.OPERATOR),
            "deployer", EnumSet.of(Role.DEPLOYER),
            "admin", EnumSet.of(Role.ADMIN),
            "both", EnumSet.of(Role.OPERATOR, Role.DEPLOYER));

    private static final Map<Role, String> GROUPS = Map.of(
            Role.MONITOR, "Monitors",
            Role.OPERATOR, "Operators",
            Role.DEPLOYER, "Deployers",
            Role.ADMIN, "Administrators");

    @TempDir
    static Path directory;

    private static ManagedBeans beans;

    private final Set<String> gone = ConcurrentHashMap.newKeySet();
    private final List<String> through = new ArrayList<>();
    private final Passwords passwords = new Passwords(Optional.of(new Users()), RoleGroups.standard(), Ticker.system());
    private Object answer;

    /** Who says which role they have by their name. */
    private final class Users implements Realm {
        @Override
        public String name() {
            return "r";
        }

        @Override
        public Optional<io.keelson.kernel.context.Caller> authenticate(String user, char[] password) {
            return find(user);
        }

        @Override
        public Optional<io.keelson.kernel.context.Caller> find(String user) {
            Set<String> groups = gone.contains(user)
                    ? Set.of("staff")
                    : Set.copyOf(USERS.get(user).stream().map(GROUPS::get).toList());
            return Optional.of(new io.keelson.kernel.context.Caller(() -> user, groups));
        }

        @Override
        public Optional<String> proof(String user) {
            return Optional.of("the same");
        }
    }

    /** The server. */
    public record Self(String state) {}

    @BeforeAll
    static void start() throws Exception {
        try (InputStream in = RoledBeansTest.class.getResourceAsStream("/io/keelson/admin/authorisation.csv")) {
            new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("#") && !line.isBlank())
                    .map(line -> line.split(","))
                    .forEach(cells ->
                            Role.named(cells[2]).ifPresent(role -> REST.put(cells[0] + " " + cells[1], role)));
        }
        beans = new ManagedBeans(
                SERVER,
                () -> new Self("RUNNING"),
                List.of(
                        action("threadDump", "GET server/threads"),
                        action("shutdown", "POST server/shutdown"),
                        action("deploy", "POST domain/deployments")),
                new ManagedBeans.Parts(new RecordCollections(new RuntimeState()), null, null, Map.of()),
                new AuditLog(new AuditFile(directory.resolve("audit.log"), 1 << 20, 2), SERVER, Ticker.system()),
                Ticker.system());
        assertThat(ManagementFactory.getPlatformMBeanServer()).isNotNull(); // there are no beans before the JVM has one
        beans.start();
        await().until(() -> beans.has(own()));
    }

    private static Action action(String name, String route) {
        return new Action(name, name, Map.of(), SimpleType.VOID, false, route, (self, given, caller) -> null);
    }

    @AfterAll
    static void stop() {
        beans.close();
    }

    @BeforeEach
    void forget() {
        through.clear();
        answer = null;
    }

    private static ObjectName own() {
        return name("io.keelson:server=" + SERVER + ",type=server");
    }

    private static ObjectName name(String text) {
        try {
            return new ObjectName(text);
        } catch (javax.management.MalformedObjectNameException e) {
            throw new AssertionError(e);
        }
    }

    private static Role rest(String operation) {
        return REST.getOrDefault(operation, Role.ADMIN);
    }

    /** Writes down what has come through to it. */
    private MBeanServer recording() {
        return (MBeanServer) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {MBeanServer.class}, (proxy, method, given) -> {
                    if (method.getName().equals("isInstanceOf") && given[1].equals(ClassLoader.class.getName())) {
                        return given[0].toString().contains("MLet");
                    }
                    through.add(method.getName());
                    Class<?> type = method.getReturnType();
                    return type == boolean.class ? Boolean.FALSE : answer;
                });
    }

    private MBeanServer as(String user) {
        Caller caller = new Caller(user, USERS.get(user), Caller.Via.JMX);
        MBeanServer server = recording();
        return RoledBeans.of(
                server,
                beans,
                new Permissions(beans, RoledBeansTest::rest, server),
                new Session(passwords, caller, InetAddress.getLoopbackAddress()));
    }

    /** Returns what arguments of that type are, for a call about that bean. */
    private static Object[] arguments(Method method, ObjectName bean, String operation) {
        Object[] given = new Object[method.getParameterCount()];
        for (int i = 0; i < given.length; i++) {
            Class<?> type = method.getParameterTypes()[i];
            if (type == ObjectName.class) {
                given[i] = bean;
            } else if (type == String.class) {
                given[i] = operation;
            } else if (type == Attribute.class) {
                given[i] = new Attribute(operation, 1);
            } else if (type == AttributeList.class) {
                given[i] = new AttributeList(List.of(new Attribute(operation, 1)));
            }
        }
        return given;
    }

    /** Said once more, in other words than the server's: what each call needs; empty for nobody. */
    private static Optional<Role> needed(String method, ObjectName bean, String operation) {
        return switch (method) {
            case "getAttribute",
                    "getAttributes",
                    "getDefaultDomain",
                    "getDomains",
                    "getMBeanCount",
                    "getMBeanInfo",
                    "getObjectInstance",
                    "getClassLoaderFor",
                    "getClassLoaderRepository",
                    "isInstanceOf",
                    "isRegistered",
                    "queryMBeans",
                    "queryNames" -> Optional.of(Role.MONITOR);
            case "setAttribute", "setAttributes" -> dangerous(bean) ? Optional.empty() : Optional.of(Role.ADMIN);
            case "invoke" -> dangerous(bean) ? Optional.empty() : Optional.of(invoking(bean, operation));
            default -> Optional.empty();
        };
    }

    private static boolean dangerous(ObjectName bean) {
        return bean.toString().contains("Diagnostic") || bean.toString().contains("MLet");
    }

    private static Role invoking(ObjectName bean, String operation) {
        if (bean.equals(own())) {
            return switch (operation) {
                case "shutdown" -> Role.OPERATOR;
                case "deploy" -> Role.DEPLOYER;
                default -> Role.MONITOR;
            };
        }
        return bean.toString().contains("Threading") && operation.equals("getThreadInfo") ? Role.MONITOR : Role.ADMIN;
    }

    private static boolean has(Set<Role> roles, Role needed) {
        return roles.contains(Role.ADMIN) || needed == Role.MONITOR && !roles.isEmpty() || roles.contains(needed);
    }

    @Test
    void everyCallIsForTheRolesItIsFor() throws Exception {
        List<ObjectName> all = List.of(
                own(),
                name("java.lang:type=Memory"),
                name("java.lang:type=Threading"),
                name("com.sun.management:type=DiagnosticCommand"),
                name("com.sun.management:type=HotSpotDiagnostic"),
                name("shop:type=MLet"),
                // An application may call its beans as the server does.
                name("io.keelson:server=" + SERVER + ",type=other"));
        int asked = 0;
        for (String user : USERS.keySet()) {
            MBeanServer server = as(user);
            for (Method method : MBeanServer.class.getMethods()) {
                for (ObjectName bean : all) {
                    for (String operation : List.of("threadDump", "shutdown", "deploy", "getThreadInfo", "nothing")) {
                        Optional<Role> needed = needed(method.getName(), bean, operation);
                        boolean may = needed.filter(role -> has(USERS.get(user), role))
                                .isPresent();
                        assertThat(goesThrough(server, method, arguments(method, bean, operation)))
                                .as("%s: %s of %s %s", user, method.getName(), bean, operation)
                                .isEqualTo(may);
                        asked++;
                    }
                }
            }
        }
        assertThat(asked).isGreaterThan(5_000);
    }

    @Test
    void whoHasNoRoleAnyMoreMayDoNothing() throws Exception {
        MBeanServer server = as("admin");
        assertThat(server.isRegistered(own())).isFalse();
        gone.add("admin");
        for (Method method : MBeanServer.class.getMethods()) {
            assertThat(goesThrough(server, method, arguments(method, own(), "threadDump")))
                    .as(method.getName())
                    .isFalse();
        }
        assertThatThrownBy(server::getMBeanCount)
                .isInstanceOf(SecurityException.class)
                .hasMessageContaining("not logged in any more");
    }

    private boolean goesThrough(MBeanServer server, Method method, Object[] arguments) throws Exception {
        through.clear();
        boolean answeredHere =
                Set.of("getClassLoaderFor", "getClassLoaderRepository").contains(method.getName());
        answer = null;
        try {
            if (method.getReturnType() == Integer.class) {
                answer = 1;
            }
            Object value = method.invoke(server, arguments);
            return answeredHere ? value != null : through.equals(List.of(method.getName()));
        } catch (InvocationTargetException e) {
            assertThat(e.getCause()).as(method.getName()).isInstanceOf(SecurityException.class);
            assertThat(through).isEmpty();
            return false;
        }
    }

    @Test
    void loadersOfApplicationsAreNotGivenOut() throws Exception {
        MBeanServer server = as("admin");
        assertThat(server.getClassLoaderFor(own())).isSameAs(ClassLoader.getPlatformClassLoader());
        assertThatThrownBy(() -> server.getClassLoaderRepository().loadClass("java.lang.String"))
                .isInstanceOf(ClassNotFoundException.class);
    }

    @Test
    void argumentsOfTheJvmAreForTheAdminOnly() throws Exception {
        ObjectName jvm = name("java.lang:type=Runtime");
        answer = new String[] {"-Dpassword=secret"};
        assertThat((String[]) as("operator").getAttribute(jvm, "InputArguments"))
                .containsExactly("(shown to the role admin only)");
        assertThat((String[]) as("admin").getAttribute(jvm, "InputArguments")).containsExactly("-Dpassword=secret");
        answer = new AttributeList(
                List.of(new Attribute("SystemProperties", Map.of("password", "secret")), new Attribute("VmName", "x")));
        assertThat(as("monitor")
                        .getAttributes(jvm, new String[] {"SystemProperties", "VmName"})
                        .toString())
                .doesNotContain("secret")
                .contains("VmName = x");
    }

    @Test
    void changesAndRefusalsAreWrittenDown() throws Exception {
        as("admin").invoke(name("java.lang:type=Memory"), "gc", null, null);
        assertThatThrownBy(
                        () -> as("deployer").setAttribute(name("java.lang:type=Memory"), new Attribute("Verbose", 1)))
                .isInstanceOf(SecurityException.class)
                .hasMessage("This needs the role admin; deployer has deployer");
        assertThat(audit())
                .containsPattern("\"begin\"[^\\n]*\"user\":\"admin\"[^\\n]*\"java.lang:type=Memory gc\"")
                .containsPattern("\"end\"[^\\n]*\"user\":\"admin\"[^\\n]*\"java.lang:type=Memory gc\",\"status\":200")
                .containsPattern("\"refused\"[^\\n]*\"user\":\"deployer\"[^\\n]*\"java.lang:type=Memory Verbose\"");
    }

    private static String audit() throws IOException {
        return Files.readString(directory.resolve("audit.log"));
    }
}
