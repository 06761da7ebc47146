package io.keelson.kernel.serial;

import java.io.ObjectInputFilter;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Filter of streams of Java objects that an application's own code makes. It refuses classes that are publicly known as links of chains
 * which run commands while they are read. It also refuses graphs so deep that reading them ends in an overflow of the stack. The JVM throws
 * {@code InvalidClassException} for what is refused. Stateless and thread-safe.
 *
 * <p>{@value #PROPERTY} replaces the pattern; its syntax is that of {@code jdk.serialFilter}. A filter that the application sets
 * itself counts beside it.
 */
public final class ApplicationStreams {
    /** The system property with another pattern, read once. */
    public static final String PROPERTY = "keelson.application-serial-filter";

    /** The links that published tools use; whoever adds one adds a line to {@code ApplicationStreamsTest}. */
    private static final String REFUSED = String.join(
            ";",
            "maxdepth=1000",
            "!org.apache.commons.collections.functors.**",
            "!org.apache.commons.collections4.functors.**",
            "!org.apache.commons.collections.keyvalue.TiedMapEntry",
            "!org.apache.commons.collections4.keyvalue.TiedMapEntry",
            "!org.apache.commons.collections.map.LazyMap",
            "!org.apache.commons.collections4.map.LazyMap",
            "!org.apache.commons.beanutils.BeanComparator",
            "!org.apache.commons.fileupload.disk.DiskFileItem",
            "!org.codehaus.groovy.runtime.ConvertedClosure",
            "!org.codehaus.groovy.runtime.MethodClosure",
            "!groovy.util.Expando",
            "!bsh.**",
            "!clojure.inspector.**",
            "!clojure.core$**",
            "!com.mchange.v2.c3p0.**",
            "!com.sun.org.apache.xalan.internal.xsltc.trax.**",
            "!org.apache.xalan.xsltc.trax.**",
            "!com.sun.rowset.JdbcRowSetImpl",
            "!com.sun.syndication.feed.impl.ObjectBean",
            "!com.rometools.rome.feed.impl.ObjectBean",
            "!javax.management.BadAttributeValueExpException",
            "!java.rmi.server.**",
            "!sun.rmi.**",
            "!org.mozilla.javascript.**",
            "!org.python.core.**",
            "!org.springframework.beans.factory.ObjectFactory",
            "!org.springframework.beans.factory.support.AutowireUtils$**",
            "!org.springframework.core.SerializableTypeWrapper$**",
            "!org.springframework.transaction.jta.JtaTransactionManager",
            "!org.jboss.interceptor.**",
            "!org.jboss.weld.interceptor.**",
            "!org.apache.wicket.util.upload.DiskFileItem",
            "!org.apache.myfaces.view.facelets.el.**",
            "!com.vaadin.data.util.**");

    private ApplicationStreams() {}

    /** Made when the first application reads a stream. */
    private static final class Made {
        static final ObjectInputFilter FILTER =
                ObjectInputFilter.Config.createFilter(System.getProperty(PROPERTY, REFUSED));
    }

    /** Returns what is wrong with the pattern that the property gives; empty where nothing is, or where it gives none. */
    public static Optional<String> problem() {
        String pattern = System.getProperty(PROPERTY);
        try {
            if (pattern != null) {
                ObjectInputFilter.Config.createFilter(pattern);
            }
            return Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.of("-D" + PROPERTY + "=" + pattern
                    + " is no pattern of a filter as jdk.serialFilter takes: " + e.getMessage());
        }
    }

    /** Returns what counts for a stream of an application: the process-wide filter, if there is one, and this one. */
    public static ObjectInputFilter filter(@Nullable ObjectInputFilter processWide) {
        ObjectInputFilter merged = ObjectInputFilter.merge(Made.FILTER, processWide);
        return merged == null ? Made.FILTER : merged;
    }
}
