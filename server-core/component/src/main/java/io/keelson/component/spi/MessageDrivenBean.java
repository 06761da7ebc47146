package io.keelson.component.spi;

/**
 * A message-driven bean as CDI sees it: no bean of CDI, but injected and intercepted by it. The container of enterprise beans attaches
 * {@link MessageDrivenBeans} to each module when its beans are read. Thread-safe.
 *
 * <p>Specification: CDI 4.1, 28.5 Injection into component classes; Enterprise Beans 4.0 Core, 5 Message-Driven Bean Component Contract.
 */
public interface MessageDrivenBean {
    /** Returns the name, unique in the module. */
    String name();

    /** Returns the bean class. */
    Class<?> beanClass();

    /** Says that CDI makes the instances from now on. Called before the first is made, or never. */
    void served(SessionBeanServices services);
}
