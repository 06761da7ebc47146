package io.keelson.ejb.container;

import io.keelson.component.descriptor.Element;
import io.keelson.component.descriptor.OtherServersDestinations;
import io.keelson.component.environment.Environment;
import io.keelson.ejb.descriptor.BeanDeclaration;
import io.keelson.ejb.descriptor.EjbJar;
import io.keelson.ejb.descriptor.OtherServersEjbJar;
import io.keelson.ejb.descriptor.WeblogicEjbJar;
import io.keelson.ejb.invocation.BeanCall;
import io.keelson.ejb.invocation.ClientKind;
import io.keelson.ejb.log.EjbLog;
import io.keelson.ejb.message.Activation;
import io.keelson.ejb.message.MessageBean;
import io.keelson.ejb.message.MessageEndpoint;
import io.keelson.ejb.model.BeanMethod;
import io.keelson.ejb.model.MethodInterface;
import jakarta.ejb.ActivationConfigProperty;
import jakarta.ejb.MessageDriven;
import jakarta.ejb.TransactionAttributeType;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.naming.NamingException;
import org.jspecify.annotations.Nullable;

/** A deployed message-driven bean as its endpoint knows it. Immutable. */
final class MessageView implements MessageBean {
    private final DeployedBean bean;
    private final BeanMethod listener;

    private MessageView(DeployedBean bean, BeanMethod listener) {
        this.bean = bean;
        this.listener = listener;
    }

    /**
     * Returns the endpoint of a bean; null where it listens to something else than JMS, or names a resource adapter.
     *
     * @throws IllegalArgumentException when its activation configuration is wrong
     */
    static @Nullable MessageEndpoint endpoint(DeployedBean bean, ContainerServices services) {
        BeanMethod listener = bean.model().method("onMessage", Message.class);
        if (listener == null || !listensToJms(bean) || InflowTarget.isFed(bean, services)) {
            return null;
        }
        Map<String, String> properties = activation(bean);
        MessageDriven annotation = bean.model().beanClass().getAnnotation(MessageDriven.class);
        String mapped = annotation == null || annotation.mappedName().isEmpty() ? null : annotation.mappedName();
        BeanDeclaration declared = declared(bean);
        if (declared != null) {
            String own = declared.element().textOf("mapped-name");
            mapped = own == null ? mapped : own;
            String link = declared.element().textOf("message-destination-link");
            if (link != null) {
                String led = OtherServersDestinations.seenBy(bean.module().deployment())
                        .get(link.substring(link.indexOf('#') + 1));
                mapped = led == null ? mapped : led;
            }
            String type = declared.element().textOf("message-destination-type");
            if (type != null) {
                properties.putIfAbsent("destinationType", type);
            }
        }
        OtherServersEjbJar others =
                bean.module().deployment().attachment(OtherServersEjbJar.class).orElse(OtherServersEjbJar.NONE);
        List<OtherServersEjbJar.BoundName> names = others.names().getOrDefault(bean.name(), List.of());
        mapped = names.isEmpty() ? mapped : names.get(0).name();
        properties.putAll(others.activation().getOrDefault(bean.name(), Map.of()));
        properties.putAll(bean.module()
                .deployment()
                .attachment(WeblogicEjbJar.class)
                .orElse(WeblogicEjbJar.NONE)
                .activation(bean.name()));
        Set<String> unknown = Activation.unknown(properties);
        if (!unknown.isEmpty()) {
            EjbLog.LOG.unknownActivation(bean.name(), bean.module().deployment().name(), String.join(", ", unknown));
        }
        if (mapped == null && services.naming().translates()) {
            mapped = bean.name(); // as TomEE does: in the end the bean's own name is that of its queue
        }
        Activation activation = Activation.of(properties, mapped);
        String type = Boolean.TRUE.equals(activation.topic()) ? "jakarta.jms.Topic" : "jakarta.jms.Queue";
        Environment environment =
                bean.module().deployment().attachment(Environment.class).orElseThrow();
        String destination = activation.destination();
        boolean expected = destination.equals(bean.name())
                ? environment.expect(destination, type)
                : environment.expectNamed(destination, type);
        if (!expected) {
            EjbLog.LOG.debugf("%s of %s has no stand-in", destination, bean);
        }
        return new MessageEndpoint(
                new MessageView(bean, listener.by(MethodInterface.MESSAGE_ENDPOINT)), activation, services.manager());
    }

    /** A class need not implement the interface that its bean is said to have (5.4.2). */
    private static boolean listensToJms(DeployedBean bean) {
        if (MessageListener.class.isAssignableFrom(bean.model().beanClass())) {
            return true;
        }
        Class<?> named = InflowTarget.named(bean);
        return named != null && named.getName().equals(MessageListener.class.getName());
    }

    /** Returns the activation configuration of a bean; the descriptor's properties take the place of the annotation's. */
    static Map<String, String> activation(DeployedBean bean) {
        Map<String, String> properties = new LinkedHashMap<>();
        MessageDriven annotation = bean.model().beanClass().getAnnotation(MessageDriven.class);
        if (annotation != null) {
            for (ActivationConfigProperty each : annotation.activationConfig()) {
                properties.put(each.propertyName(), each.propertyValue());
            }
        }
        BeanDeclaration declared = declared(bean);
        Element config = declared == null ? null : declared.element().first("activation-config");
        if (config != null) {
            for (Element each : config.all("activation-config-property")) {
                String name = each.textOf("activation-config-property-name");
                String value = each.textOf("activation-config-property-value");
                if (name != null && value != null) {
                    properties.keySet().removeIf(name::equalsIgnoreCase);
                    properties.put(name, value);
                }
            }
        }
        return properties;
    }

    private static @Nullable BeanDeclaration declared(DeployedBean bean) {
        EjbJar descriptor = bean.module().deployment().attachment(EjbJar.class).orElse(EjbJar.NONE);
        return descriptor.beans().get(bean.name());
    }

    @Override
    public String name() {
        return bean.name();
    }

    @Override
    public String module() {
        return bean.module().deployment().name();
    }

    @Override
    public boolean transacted() {
        return !bean.model().beanManagedTransactions() && listener.transaction() == TransactionAttributeType.REQUIRED;
    }

    @Override
    public Object lookup(String name) throws NamingException {
        return bean.initialContext().lookup(name);
    }

    @Override
    public boolean offer(Runnable work) {
        return bean.work().offer(work);
    }

    @Override
    public void inModule(Work work) throws Throwable {
        Object none = bean.inModule(() -> {
            work.run();
            return null;
        });
        if (none != null) {
            throw new IllegalStateException("work of a bean has no result");
        }
    }

    @Override
    public void deliver(Message message) throws Throwable {
        Object none = bean.invoke(new BeanCall(listener, new Object[] {message}, ClientKind.MESSAGE, null), null, null);
        if (none != null) {
            throw new IllegalStateException("a message listener returned " + none);
        }
    }
}
