package io.keelson.admin.jmx;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import javax.management.Attribute;
import javax.management.AttributeChangeNotification;
import javax.management.AttributeList;
import javax.management.AttributeNotFoundException;
import javax.management.DynamicMBean;
import javax.management.InvalidAttributeValueException;
import javax.management.MBeanException;
import javax.management.MBeanInfo;
import javax.management.MBeanNotificationInfo;
import javax.management.MBeanOperationInfo;
import javax.management.Notification;
import javax.management.NotificationBroadcasterSupport;
import javax.management.ReflectionException;
import javax.management.openmbean.OpenMBeanAttributeInfo;
import javax.management.openmbean.OpenMBeanAttributeInfoSupport;
import javax.management.openmbean.OpenMBeanInfoSupport;
import javax.management.openmbean.OpenMBeanOperationInfo;
import javax.management.openmbean.OpenMBeanOperationInfoSupport;
import javax.management.openmbean.OpenMBeanParameterInfo;
import javax.management.openmbean.OpenMBeanParameterInfoSupport;
import javax.management.openmbean.OpenType;
import javax.management.openmbean.SimpleType;
import org.jspecify.annotations.Nullable;

/**
 * An open MBean (JMX 1.4, chapter 3) of attributes that are read together, and operations. Only classes of the JDK leave it, also as
 * errors, so that a console needs none of ours. Thread-safe.
 */
final class Bean extends NotificationBroadcasterSupport implements DynamicMBean {
    /** The type of a notification that is no change of an attribute. */
    static final String EVENT = "io.keelson.event";

    private static final MBeanNotificationInfo[] TOLD = {
        new MBeanNotificationInfo(
                new String[] {AttributeChangeNotification.ATTRIBUTE_CHANGE},
                AttributeChangeNotification.class.getName(),
                "A state has changed."),
        new MBeanNotificationInfo(
                new String[] {EVENT}, Notification.class.getName(), "Something has happened; the user data is JSON.")
    };

    private final String help;
    private final Map<String, Told> attributes;
    private final Map<String, Operation> operations;
    private final Values values;
    private final Setter setter;
    private final AtomicLong told = new AtomicLong();

    /**
     * Description of an attribute.
     *
     * @param help one sentence
     * @param type of what type
     * @param writable whether it can be set
     */
    record Told(String help, OpenType<?> type, boolean writable) {}

    /** Reads all attributes by their names. */
    @FunctionalInterface
    interface Values {
        /**
         * Returns what they are now, as the types say.
         *
         * @throws Gone where what the bean is of is not there any more
         */
        Map<String, @Nullable Object> read() throws Gone;
    }

    /** Sets one. */
    @FunctionalInterface
    interface Setter {
        /**
         * Sets it.
         *
         * @throws Exception where that is refused; the message says why
         */
        void set(String attribute, Object value) throws Exception;
    }

    /**
     * Operation of a bean: something that can be done.
     *
     * @param help one sentence
     * @param parameters their names with their types
     * @param answer of what type; {@code SimpleType.VOID} for nothing
     * @param route the same operation of REST
     * @param work does it
     */
    record Operation(String help, Map<String, OpenType<?>> parameters, OpenType<?> answer, String route, Work work) {}

    /** Does an operation. */
    @FunctionalInterface
    interface Work {
        /**
         * Does it.
         *
         * @throws Exception where it cannot be done; the message says why
         */
        @Nullable
        Object run(@Nullable Object[] arguments) throws Exception;
    }

    /** Thrown when what the bean is of is not there any more. */
    static final class Gone extends Exception {
        private static final long serialVersionUID = 1L;

        Gone(String what) {
            super(what + " is not there any more", null, false, false);
        }
    }

    Bean(String help, Map<String, Told> attributes, Values values, Setter setter, Map<String, Operation> operations) {
        super(TOLD);
        this.help = help;
        this.attributes = new LinkedHashMap<>(attributes);
        this.values = values;
        this.setter = setter;
        this.operations = new LinkedHashMap<>(operations);
    }

    /** One whose attributes cannot be set. */
    static Bean readOnly(String help, Map<String, Told> attributes, Values values, Map<String, Operation> operations) {
        return new Bean(
                help,
                attributes,
                values,
                (attribute, value) -> {
                    throw new IllegalArgumentException(attribute + " can only be read");
                },
                operations);
    }

    /** Attributes that can only be read, without help but their names. */
    static Map<String, Told> told(Map<String, Shown> shown) {
        Map<String, Told> told = new LinkedHashMap<>();
        shown.forEach((name, as) -> told.put(name, new Told(name, as.type(), false)));
        return told;
    }

    /** The operation of REST that one of the bean's is; null where it has none of that name. */
    @Nullable
    String route(String operation) {
        Operation known = operations.get(operation);
        return known == null ? null : known.route();
    }

    /** Tells whoever listens that an attribute has changed. */
    void changed(long when, String attribute, String type, @Nullable Object before, @Nullable Object after) {
        sendNotification(new AttributeChangeNotification(
                this, told.incrementAndGet(), when, attribute + " is " + after, attribute, type, before, after));
    }

    /** Tells whoever listens that something has happened. */
    void happened(long when, String message, String json) {
        Notification notification = new Notification(EVENT, this, told.incrementAndGet(), when, message);
        notification.setUserData(json);
        sendNotification(notification);
    }

    @Override
    public @Nullable Object getAttribute(String name) throws AttributeNotFoundException, MBeanException {
        if (!attributes.containsKey(name)) {
            throw new AttributeNotFoundException(
                    "There is no attribute " + name + "; there are " + attributes.keySet());
        }
        try {
            return values.read().get(name);
        } catch (Gone e) {
            throw plain(e);
        }
    }

    @Override
    public AttributeList getAttributes(String[] names) {
        AttributeList list = new AttributeList();
        try {
            Map<String, @Nullable Object> now = values.read();
            for (String name : names) {
                if (attributes.containsKey(name)) {
                    list.add(new Attribute(name, now.get(name)));
                }
            }
        } catch (Gone e) {
            list.clear();
        }
        return list;
    }

    @Override
    public void setAttribute(Attribute attribute)
            throws AttributeNotFoundException, InvalidAttributeValueException, MBeanException {
        Told known = attributes.get(attribute.getName());
        if (known == null || !known.writable()) {
            throw new AttributeNotFoundException(
                    attribute.getName() + (known == null ? " is not there" : " can only be read here"));
        }
        if (!known.type().isValue(attribute.getValue())) {
            throw new InvalidAttributeValueException(
                    attribute.getName() + " is a " + known.type().getClassName().replaceFirst(".*\\.", ""));
        }
        try {
            setter.set(attribute.getName(), attribute.getValue());
        } catch (Exception e) {
            throw plain(e);
        }
    }

    /** {@inheritDoc} Each on its own, as each is a change of its own; those that were refused are missing in the answer. */
    @Override
    public AttributeList setAttributes(AttributeList list) {
        AttributeList done = new AttributeList();
        for (Attribute each : list.asList()) {
            try {
                setAttribute(each);
                done.add(each);
            } catch (AttributeNotFoundException | InvalidAttributeValueException | MBeanException e) {
                JmxLog.LOG.debugf(e, "an attribute was not set");
            }
        }
        return done;
    }

    @Override
    public @Nullable Object invoke(String name, @Nullable Object @Nullable [] arguments, String @Nullable [] signature)
            throws MBeanException, ReflectionException {
        Operation operation = operations.get(name);
        if (operation == null) {
            throw new ReflectionException(
                    new NoSuchMethodException(name),
                    "There is no operation " + name + "; there are " + operations.keySet());
        }
        @Nullable Object[] given = arguments == null ? new Object[0] : arguments;
        List<OpenType<?>> types = new ArrayList<>(operation.parameters().values());
        boolean fits = given.length == types.size();
        for (int i = 0; fits && i < given.length; i++) {
            fits = types.get(i).isValue(given[i]);
        }
        if (!fits) {
            throw new ReflectionException(
                    new NoSuchMethodException(name),
                    name + " takes " + operation.parameters().keySet());
        }
        try {
            return operation.work().run(given);
        } catch (Exception e) {
            throw plain(e);
        }
    }

    /** An error as a client gets it: of the JDK's classes only, without what the server has on its stack. */
    private static MBeanException plain(Exception e) {
        String message = e.getMessage() == null ? e.toString() : e.getMessage();
        Exception plain = new IllegalStateException(message);
        plain.setStackTrace(new StackTraceElement[0]);
        return new MBeanException(plain, message);
    }

    @Override
    public MBeanInfo getMBeanInfo() {
        List<OpenMBeanAttributeInfo> attributeInfos = new ArrayList<>();
        attributes.forEach((name, as) -> attributeInfos.add(
                new OpenMBeanAttributeInfoSupport(name, as.help(), as.type(), true, as.writable(), false)));
        List<OpenMBeanOperationInfo> operationInfos = new ArrayList<>();
        operations.forEach((name, each) -> {
            List<OpenMBeanParameterInfo> parameters = new ArrayList<>();
            each.parameters().forEach((as, type) -> parameters.add(new OpenMBeanParameterInfoSupport(as, as, type)));
            operationInfos.add(new OpenMBeanOperationInfoSupport(
                    name,
                    each.help(),
                    parameters.toArray(OpenMBeanParameterInfo[]::new),
                    each.answer(),
                    each.answer() == SimpleType.VOID ? MBeanOperationInfo.ACTION : MBeanOperationInfo.ACTION_INFO));
        });
        return new OpenMBeanInfoSupport(
                Bean.class.getName(),
                help,
                attributeInfos.toArray(OpenMBeanAttributeInfo[]::new),
                null,
                operationInfos.toArray(OpenMBeanOperationInfo[]::new),
                TOLD);
    }
}
