package io.keelson.ejb.descriptor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.component.descriptor.DescriptorXml;
import io.keelson.component.descriptor.Element;
import io.keelson.deploy.spi.DeploymentException;
import io.keelson.ejb.model.ApplicationExceptions;
import io.keelson.ejb.model.BeanModel;
import io.keelson.ejb.model.BeanRules;
import io.keelson.ejb.model.EntityModel.Meaning;
import io.keelson.ejb.model.EntitySettings;
import io.keelson.ejb.model.Views;
import jakarta.ejb.CreateException;
import jakarta.ejb.EJBHome;
import jakarta.ejb.EJBLocalHome;
import jakarta.ejb.EJBLocalObject;
import jakarta.ejb.EJBObject;
import jakarta.ejb.EntityBean;
import jakarta.ejb.EntityContext;
import jakarta.ejb.FinderException;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.rmi.RemoteException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Entity beans that break a rule are refused with the rule and the line of the descriptor. */
class EntityRulesTest {
    /** A bean class as it has to be. */
    public static class Good implements EntityBean {
        private static final long serialVersionUID = 1L;

        public String ejbCreate(String id) throws CreateException {
            return id;
        }

        public void ejbPostCreate(String id) {}

        public String ejbFindByPrimaryKey(String id) throws FinderException {
            return id;
        }

        public Collection<String> ejbFindAll() throws FinderException {
            return List.of();
        }

        public int ejbHomeSize() {
            return 0;
        }

        public int value() {
            return 0;
        }

        @Override
        public void setEntityContext(EntityContext context) {}

        @Override
        public void unsetEntityContext() {}

        @Override
        public void ejbRemove() {}

        @Override
        public void ejbActivate() {}

        @Override
        public void ejbPassivate() {}

        @Override
        public void ejbLoad() {}

        @Override
        public void ejbStore() {}
    }

    /** A component interface as it has to be. */
    public interface Local extends EJBLocalObject {
        int value();
    }

    /** A home as it has to be. */
    public interface Home extends EJBLocalHome {
        Local create(String id) throws CreateException;

        Local findByPrimaryKey(String id) throws FinderException;

        Collection<Local> findAll() throws FinderException;

        int size();
    }

    public static class NotEntity {}

    static class Hidden extends Good {
        private static final long serialVersionUID = 1L;
    }

    public static final class Final extends Good {
        private static final long serialVersionUID = 1L;
    }

    public abstract static class Abstract extends Good {
        private static final long serialVersionUID = 1L;
    }

    public static class NoConstructor extends Good {
        private static final long serialVersionUID = 1L;

        public NoConstructor(int some) {}
    }

    public static class PrivateConstructor extends Good {
        private static final long serialVersionUID = 1L;

        private PrivateConstructor() {}
    }

    @SuppressWarnings({"deprecation", "Finalize", "removal"})
    public static class Finalized extends Good {
        private static final long serialVersionUID = 1L;

        @Override
        protected void finalize() {}
    }

    public static class StaticFinder extends Empty {
        private static final long serialVersionUID = 1L;

        public String ejbCreate(String id) {
            return id;
        }

        public void ejbPostCreate(String id) {}

        public static String ejbFindByPrimaryKey(String id) {
            return id;
        }

        public final Collection<String> ejbFindAll() {
            return List.of();
        }

        public int ejbHomeSize() {
            return 0;
        }

        public int value() {
            return 0;
        }
    }

    /** Without any method of its own. */
    public static class Empty implements EntityBean {
        private static final long serialVersionUID = 1L;

        @Override
        public void setEntityContext(EntityContext context) {}

        @Override
        public void unsetEntityContext() {}

        @Override
        public void ejbRemove() {}

        @Override
        public void ejbActivate() {}

        @Override
        public void ejbPassivate() {}

        @Override
        public void ejbLoad() {}

        @Override
        public void ejbStore() {}
    }

    /** With methods of the wrong types. */
    public static class Wrong extends Empty {
        private static final long serialVersionUID = 1L;

        public int ejbCreate(String id) {
            return 0;
        }

        public int ejbPostCreate(String id) {
            return 0;
        }

        public int ejbFindByPrimaryKey(String id) {
            return 0;
        }

        public List<String> ejbFindAll() {
            return List.of();
        }

        public long ejbHomeSize() {
            return 0;
        }

        public long value() {
            return 0;
        }
    }

    /** A home that does nothing right. */
    public interface WrongHome extends EJBLocalHome {
        Object create(String id);

        Object findByPrimaryKey(String id) throws RemoteException;
    }

    public interface NoFinder extends EJBLocalHome {}

    public interface NoHome {}

    public interface NoLocal {}

    /** Remote interfaces without the exception. */
    public interface Remote extends EJBObject {
        int value();
    }

    public interface RemoteHome extends EJBHome {
        Remote findByPrimaryKey(String id) throws FinderException;
    }

    public interface EjbNamed extends EJBLocalObject {
        void ejbStore();
    }

    public static class NotSerializable {
        @Override
        public boolean equals(Object other) {
            return other instanceof NotSerializable;
        }

        @Override
        public int hashCode() {
            return 1;
        }
    }

    public static class NoEquals implements java.io.Serializable {
        private static final long serialVersionUID = 1L;
    }

    private static Element element(String persistence, String more) throws DeploymentException {
        String xml = "<ejb-jar>\n<enterprise-beans>\n<entity>\n<ejb-name>E</ejb-name>\n" + persistence + more
                + "</entity></enterprise-beans></ejb-jar>";
        Element root = DescriptorXml.read(
                new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8)), "META-INF/ejb-jar.xml");
        return root.children().get(0).children().get(0);
    }

    private static final String BEAN = "<persistence-type>Bean</persistence-type>\n";
    private static final String OFTEN = "<reentrant>False</reentrant>\n";

    private static BeanModel read(Element element, Class<?> bean, Class<?> key, BeanRules rules, Views.Home... homes)
            throws DeploymentException {
        return new EntityReader(element, bean, List.of(homes), rules, null)
                .read("E", key, EntitySettings.DEFAULT, new ApplicationExceptions(Map.of()));
    }

    private static Views.Home local(Class<?> home, Class<?> component) {
        return new Views.Home(home, component, false);
    }

    private static final Views.Home GOOD = local(Home.class, Local.class);

    /** A broken rule. */
    record Broken(Class<?> bean, Class<?> key, List<Views.Home> homes, String section, String message) {
        static Broken bean(Class<?> bean, String section, String message) {
            return new Broken(bean, String.class, List.of(GOOD), section, message);
        }

        static Broken view(Class<?> home, Class<?> component, String section, String message) {
            return new Broken(Good.class, String.class, List.of(local(home, component)), section, message);
        }

        static Broken key(Class<?> key, String message) {
            return new Broken(Good.class, key, List.of(GOOD), "12.2.12", message);
        }

        @Override
        public String toString() {
            return section + " " + message;
        }
    }

    static Stream<Broken> broken() {
        return Stream.of(
                Broken.bean(NotEntity.class, "12.2.2", "must implement jakarta.ejb.EntityBean"),
                Broken.bean(Hidden.class, "12.2.2", "must be public"),
                Broken.bean(Final.class, "12.2.2", "must not be final"),
                Broken.bean(Abstract.class, "12.2.2", "must not be abstract"),
                Broken.bean(NoConstructor.class, "12.2.2", "must have a public constructor"),
                Broken.bean(PrivateConstructor.class, "12.2.2", "must have a public constructor"),
                Broken.bean(Finalized.class, "12.2.2", "must not define finalize()"),
                Broken.bean(Empty.class, "12.2.9", "has no ejbCreate for it"),
                Broken.bean(Empty.class, "12.2.9", "has no ejbPostCreate for it"),
                Broken.bean(Empty.class, "12.2.5", "has no ejbFindByPrimaryKey for it"),
                Broken.bean(Empty.class, "12.2.5", "has no ejbFindAll for it"),
                Broken.bean(Empty.class, "12.2.7", "has no ejbHomeSize for it"),
                Broken.bean(Empty.class, "12.2.8", "has no public method with that name"),
                Broken.bean(Wrong.class, "12.2.3", "ejbCreate: returns int; expected the primary key"),
                Broken.bean(Wrong.class, "12.2.4", "ejbPostCreate: must return void"),
                Broken.bean(Wrong.class, "12.2.5", "ejbFindByPrimaryKey: returns int"),
                Broken.bean(Wrong.class, "12.2.5", "ejbFindAll: returns java.util.List"),
                Broken.bean(Wrong.class, "12.2.7", "ejbHomeSize: returns another type"),
                Broken.bean(Wrong.class, "12.2.8", "value: the method of the bean class returns long"),
                Broken.bean(StaticFinder.class, "12.2.5", "ejbFindByPrimaryKey: must be neither static nor final"),
                Broken.bean(StaticFinder.class, "12.2.5", "ejbFindAll: must be neither static nor final"),
                Broken.view(NoFinder.class, Local.class, "12.2.9", "must have a method findByPrimaryKey("),
                Broken.view(NoHome.class, Local.class, "12.2.9", "extends jakarta.ejb.EJBLocalHome"),
                Broken.view(Home.class, NoLocal.class, "12.2.8", "extends jakarta.ejb.EJBLocalObject"),
                Broken.view(WrongHome.class, Local.class, "12.2.9", "a create method returns"),
                Broken.view(WrongHome.class, Local.class, "12.2.9", "must declare jakarta.ejb.CreateException"),
                Broken.view(WrongHome.class, Local.class, "12.2.9", "must declare jakarta.ejb.FinderException"),
                Broken.view(WrongHome.class, Local.class, "12.2.9", "must not declare java.rmi.RemoteException"),
                Broken.view(WrongHome.class, Local.class, "12.2.9", "findByPrimaryKey: must return"),
                Broken.view(Home.class, EjbNamed.class, "12.2.8", "must not begin with 'ejb'"),
                new Broken(
                        Good.class,
                        String.class,
                        List.of(new Views.Home(RemoteHome.class, Remote.class, true)),
                        "12.2.8",
                        "value: must declare java.rmi.RemoteException"),
                new Broken(
                        Good.class,
                        String.class,
                        List.of(new Views.Home(RemoteHome.class, Remote.class, true)),
                        "12.2.9",
                        "findByPrimaryKey: must declare java.rmi.RemoteException"),
                new Broken(Good.class, String.class, List.of(), "12.2.1", "neither a remote nor a local home"),
                Broken.key(NotSerializable.class, "which is not serializable"),
                Broken.key(NoEquals.class, "must define equals and hashCode"),
                Broken.key(int[].class, "expected a class"));
    }

    @ParameterizedTest
    @MethodSource("broken")
    void aBrokenRuleIsNamedWithItsSectionAndTheLine(Broken broken) throws Exception {
        BeanRules rules = new BeanRules();

        read(
                element(BEAN, OFTEN),
                broken.bean(),
                broken.key(),
                rules,
                broken.homes().toArray(new Views.Home[0]));

        assertThat(rules.findings())
                .anySatisfy(finding -> assertThat(finding)
                        .startsWith("META-INF/ejb-jar.xml:3")
                        .contains(broken.message())
                        .endsWith("(Enterprise JavaBeans 2.1, " + broken.section() + ")"));
    }

    @Test
    void aBeanThatBreaksNoneHasAnOperationForEachMethod() throws Exception {
        BeanRules rules = new BeanRules();

        BeanModel model = read(element(BEAN, OFTEN), Good.class, String.class, rules, GOOD);

        assertThat(rules.findings()).isEmpty();
        assertThat(model.entity().operations())
                .extracting(each -> each.meaning() + " " + each.shown().getName())
                .contains(
                        Meaning.CREATE + " create",
                        Meaning.FIND + " findByPrimaryKey",
                        Meaning.FIND + " findAll",
                        Meaning.HOME + " size",
                        Meaning.BUSINESS + " value",
                        Meaning.REMOVE + " remove");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "<reentrant>False</reentrant> | expected a <persistence-type>",
                "<persistence-type>Bean</persistence-type> | expected a <reentrant>",
                "<persistence-type>None</persistence-type> | is 'None'; expected Bean or Container",
                "<persistence-type>Bean</persistence-type><reentrant>Maybe</reentrant> | expected true or false",
                "<persistence-type>Container</persistence-type><cmp-version>3.x</cmp-version> | cmp-version '3.x'"
            })
    void aDescriptorThatLacksSomethingIsRefusedWithTheLine(String content, String message) {
        assertThatThrownBy(() -> read(element(content, ""), Good.class, String.class, new BeanRules(), GOOD))
                .isInstanceOf(DeploymentException.class)
                .hasMessageStartingWith("META-INF/ejb-jar.xml:")
                .hasMessageContaining(message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "<entity-cache><concurrency-strategy>Often</concurrency-strategy></entity-cache> | is 'Often'",
                "<entity-cache><concurrency-strategy>Optimistic</concurrency-strategy></entity-cache> | is Optimistic",
                "<pool><max-beans-in-free-pool>-1</max-beans-in-free-pool></pool> | expected 0 or more",
                "<pool><initial-beans-in-free-pool>few</initial-beans-in-free-pool></pool> | expected a whole number",
                "<entity-cache><cache-between-transactions>x</cache-between-transactions></entity-cache> | expected true",
                "<invalidation-target/> | expected a <ejb-name>"
            })
    void aWrongSettingIsRefusedWithTheLine(String content, String message) throws Exception {
        Element entity = DescriptorXml.read(
                new ByteArrayInputStream(("<weblogic-enterprise-bean>\n<entity-descriptor>" + content
                                + "</entity-descriptor></weblogic-enterprise-bean>")
                        .getBytes(StandardCharsets.UTF_8)),
                "META-INF/weblogic-ejb-jar.xml");
        WeblogicEjbJar settings = new WeblogicEjbJar(Map.of("E", entity), List.of(), List.of());

        assertThatThrownBy(() -> settings.settings("E", false))
                .isInstanceOf(DeploymentException.class)
                .hasMessageStartingWith("META-INF/weblogic-ejb-jar.xml:2")
                .hasMessageContaining(message);
    }
}
