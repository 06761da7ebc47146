package io.keelson.remoting.internal.marshal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.InvalidClassException;
import java.io.Serializable;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.net.URL;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.security.SignedObject;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import javax.management.BadAttributeValueExpException;
import org.apache.commons.beanutils.BeanComparator;
import org.apache.commons.collections.Transformer;
import org.apache.commons.collections.functors.ChainedTransformer;
import org.apache.commons.collections.functors.ConstantTransformer;
import org.apache.commons.collections.functors.InvokerTransformer;
import org.apache.commons.collections.keyvalue.TiedMapEntry;
import org.apache.commons.collections.map.LazyMap;
import org.codehaus.groovy.runtime.MethodClosure;
import org.junit.jupiter.api.Test;

/** Chains that are publicly known do not get through, even where an operator allows every class. */
public class KnownAttacksTest {
    /** What the chains would do. */
    public static final AtomicInteger DONE = new AtomicInteger();

    private final ObjectStreams careless = ObjectStreamsTest.streams(MarshalLimits.STANDARD, "**");

    public static void harm() {
        DONE.incrementAndGet();
    }

    private void assertRefused(Object chain) throws Exception {
        ByteBuf buffer = Unpooled.buffer();
        careless.write(buffer, 1024 * 1024, new NoRemotes(), chain, chain);
        assertThatThrownBy(() -> careless.read(buffer, 2, new NoRemotes()))
                .as(chain.getClass().getName())
                .isInstanceOf(InvalidClassException.class);
        assertThat(DONE).hasValue(0);
    }

    private static Transformer harmful() {
        return new ChainedTransformer(new Transformer[] {
            new ConstantTransformer(KnownAttacksTest.class),
            new InvokerTransformer(
                    "getMethod", new Class<?>[] {String.class, Class[].class}, new Object[] {"harm", new Class<?>[0]}),
            new InvokerTransformer(
                    "invoke", new Class<?>[] {Object.class, Object[].class}, new Object[] {null, new Object[0]})
        });
    }

    /** Shows that the chain below does harm where it is let. */
    @Test
    void theChainOfTheseTestsIsARealOne() {
        harmful().transform("x");

        assertThat(DONE.getAndSet(0)).isEqualTo(1);
    }

    @Test
    void commonsCollections() throws Exception {
        Map<?, ?> lazy = LazyMap.decorate(new HashMap<>(), harmful());
        TiedMapEntry entry = new TiedMapEntry(new HashMap<>(), "foo");
        Set<Object> set = new HashSet<>();
        set.add(entry);
        Field map = TiedMapEntry.class.getDeclaredField("map");
        map.setAccessible(true);
        map.set(entry, lazy);

        assertRefused(set);
        assertRefused(lazy);
        assertRefused(harmful());
    }

    @Test
    void commonsCollections4() throws Exception {
        var transformer = new org.apache.commons.collections4.functors.InvokerTransformer<Object, String>(
                "toString", new Class<?>[0], new Object[0]);
        Comparator<Object> comparator =
                new org.apache.commons.collections4.comparators.TransformingComparator<>(transformer);
        PriorityQueue<Object> queue = new PriorityQueue<>(2, comparator);
        queue.add(1);
        queue.add(2);

        assertRefused(queue);
    }

    @Test
    void commonsBeanutils() throws Exception {
        PriorityQueue<Object> queue = new PriorityQueue<>(2, new BeanComparator<>(null));
        assertRefused(queue);
    }

    @Test
    void groovy() throws Exception {
        assertRefused(new MethodClosure("calc", "execute"));
    }

    @Test
    void c3p0() throws Exception {
        assertRefused(new com.mchange.v2.c3p0.PoolBackedDataSource());
    }

    @Test
    void theJdksOwn() throws Exception {
        assertRefused(new BadAttributeValueExpException("x"));
        assertRefused(new HashMap<>(Map.of(new URL("http://127.0.0.1/"), 1)));
        var generator = KeyPairGenerator.getInstance("EC");
        assertRefused(new SignedObject(
                "x", generator.generateKeyPair().getPrivate(), Signature.getInstance("SHA256withECDSA")));
        assertRefused(new javax.naming.Reference("x"));
        assertRefused((Comparator<String> & Serializable) (a, b) -> 0);
    }

    @Test
    void proxies() throws Exception {
        InvocationHandler handler = (InvocationHandler & Serializable) (proxy, method, arguments) -> null;
        assertRefused(Proxy.newProxyInstance(getClass().getClassLoader(), new Class<?>[] {Runnable.class}, handler));
    }

    @Test
    void namesFromPublicCollectionsOfChains() {
        AllowList everything = new AllowList("the test", "allowed-classes", List.of("**", "java.**", "com.sun.**"));
        for (String name : List.of(
                "bsh.Interpreter",
                "bsh.XThis",
                "ch.qos.logback.core.db.JNDIConnectionSource",
                "clojure.inspector.proxy$javax.swing.table.AbstractTableModel$ff19274a",
                "com.caucho.naming.QName",
                "com.mchange.v2.c3p0.JndiRefForwardingDataSource",
                "com.mchange.v2.c3p0.WrapperConnectionPoolDataSource",
                "com.mysql.cj.jdbc.MysqlDataSource",
                "com.rometools.rome.feed.impl.ObjectBean",
                "com.sun.jndi.rmi.registry.ReferenceWrapper",
                "com.sun.org.apache.xalan.internal.xsltc.trax.TemplatesImpl",
                "com.sun.rowset.JdbcRowSetImpl",
                "com.sun.syndication.feed.impl.ObjectBean",
                "groovy.lang.Closure",
                "java.beans.EventHandler",
                "java.lang.ProcessBuilder",
                "java.lang.Runtime",
                "java.lang.invoke.SerializedLambda",
                "java.lang.reflect.Proxy",
                "java.net.URL",
                "java.rmi.MarshalledObject",
                "java.rmi.registry.Registry",
                "java.rmi.server.ObjID",
                "java.rmi.server.RemoteObjectInvocationHandler",
                "java.rmi.server.UnicastRemoteObject",
                "java.security.SignedObject",
                "java.util.ServiceLoader",
                "java.util.logging.FileHandler",
                "javassist.util.proxy.SerializedProxy",
                "javax.management.BadAttributeValueExpException",
                "javax.management.remote.rmi.RMIConnectionImpl_Stub",
                "javax.naming.Reference",
                "javax.naming.ldap.Rdn$RdnEntry",
                "javax.script.ScriptEngineManager",
                "javax.swing.UIDefaults$ProxyLazyValue",
                "javax.xml.transform.Templates",
                "net.sf.ehcache.transaction.manager.DefaultTransactionManagerLookup",
                "net.sf.json.JSONObject",
                "ognl.OgnlContext",
                "org.apache.click.control.Column$ColumnComparator",
                "org.apache.commons.beanutils.BeanComparator",
                "org.apache.commons.collections.functors.InvokerTransformer",
                "org.apache.commons.collections4.functors.InstantiateTransformer",
                "org.apache.commons.configuration2.JNDIConfiguration",
                "org.apache.commons.dbcp2.datasources.PerUserPoolDataSource",
                "org.apache.commons.fileupload.disk.DiskFileItem",
                "org.apache.logging.log4j.core.appender.db.jdbc.JndiConnectionSource",
                "org.apache.myfaces.context.servlet.FacesContextImpl",
                "org.apache.myfaces.view.facelets.el.ValueExpressionMethodExpression",
                "org.apache.shiro.jndi.JndiObjectFactory",
                "org.apache.tomcat.dbcp.dbcp2.BasicDataSource",
                "org.apache.wicket.util.upload.DiskFileItem",
                "org.apache.xalan.xsltc.trax.TemplatesImpl",
                "org.aspectj.weaver.tools.cache.SimpleCache$StoreableCachingMap",
                "org.codehaus.groovy.runtime.ConvertedClosure",
                "org.hibernate.engine.spi.TypedValue",
                "org.jboss.interceptor.proxy.InterceptorMethodHandler",
                "org.jboss.weld.interceptor.proxy.InterceptorMethodHandler",
                "org.mozilla.javascript.NativeJavaObject",
                "org.python.core.PyObject",
                "org.quartz.utils.JNDIConnectionProvider",
                "org.springframework.aop.framework.JdkDynamicAopProxy",
                "org.springframework.beans.factory.ObjectFactory",
                "org.springframework.core.SerializableTypeWrapper$MethodInvokeTypeProvider",
                "org.springframework.jndi.support.SimpleJndiBeanFactory",
                "org.springframework.transaction.jta.JtaTransactionManager",
                "scala.sys.process.ProcessBuilderImpl",
                "sun.reflect.annotation.AnnotationInvocationHandler",
                "sun.rmi.server.ActivationGroupImpl",
                "sun.rmi.transport.StreamRemoteCall",
                "jdk.nashorn.internal.objects.NativeString",
                "weblogic.jms.common.StreamMessageImpl")) {
            for (String form : List.of(name, "[L" + name + ";", "[[L" + name + ";")) {
                assertThatThrownBy(() -> everything.check(form))
                        .as(form)
                        .isInstanceOf(RefusedClassException.class)
                        .hasMessageContaining("known from attacks");
            }
        }
    }

    @Test
    void whatIsNamedInFullIsLetIn() throws Exception {
        new AllowList("the test", "allowed-classes", List.of("org.springframework.data.domain.PageImpl"))
                .check("org.springframework.data.domain.PageImpl");
    }

    @Test
    void aRemoteInterfaceOfALibraryThatIsKnownFromAttacksOpensNothing() {
        AllowList list = new AllowList("the test", "allowed-classes", List.of());
        list.addInterfaces(List.of(java.rmi.registry.Registry.class));

        assertThatThrownBy(() -> list.check("java.rmi.registry.LocateRegistry"))
                .isInstanceOf(RefusedClassException.class);
    }
}
