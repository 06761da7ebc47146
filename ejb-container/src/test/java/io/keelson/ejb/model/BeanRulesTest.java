package io.keelson.ejb.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import jakarta.annotation.Resource;
import jakarta.annotation.security.DenyAll;
import jakarta.annotation.security.PermitAll;
import jakarta.ejb.AccessTimeout;
import jakarta.ejb.AfterBegin;
import jakarta.ejb.AfterCompletion;
import jakarta.ejb.Asynchronous;
import jakarta.ejb.BeforeCompletion;
import jakarta.ejb.CreateException;
import jakarta.ejb.DependsOn;
import jakarta.ejb.EJBHome;
import jakarta.ejb.EJBLocalHome;
import jakarta.ejb.EJBLocalObject;
import jakarta.ejb.EJBObject;
import jakarta.ejb.Local;
import jakarta.ejb.LocalHome;
import jakarta.ejb.MessageDriven;
import jakarta.ejb.Remote;
import jakarta.ejb.RemoteHome;
import jakarta.ejb.Remove;
import jakarta.ejb.Schedule;
import jakarta.ejb.SessionSynchronization;
import jakarta.ejb.Singleton;
import jakarta.ejb.Startup;
import jakarta.ejb.Stateful;
import jakarta.ejb.StatefulTimeout;
import jakarta.ejb.Stateless;
import jakarta.ejb.TimedObject;
import jakarta.ejb.Timeout;
import jakarta.ejb.Timer;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.ejb.TransactionManagement;
import jakarta.ejb.TransactionManagementType;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;
import jakarta.transaction.UserTransaction;
import java.rmi.RemoteException;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The rules of the specification that a bean class can break: each has a bean that breaks it. */
class BeanRulesTest {
    /** A business interface. */
    public interface Shop {
        String buy(String what);
    }

    /** Another. */
    public interface Depot {
        int stock();
    }

    /** Another. */
    public interface Ejb {
        void ejbWork();
    }

    /** Implements an interface. */
    public static class Stock implements Depot {
        @Override
        public int stock() {
            return 0;
        }
    }

    /** Is told of transactions. */
    public static class Told implements SessionSynchronization {
        @Override
        public void afterBegin() {}

        @Override
        public void beforeCompletion() {}

        @Override
        public void afterCompletion(boolean committed) {}
    }

    /** A local component interface. */
    public interface Component extends EJBLocalObject {
        void work();
    }

    /** A home without a way to make anything. */
    public interface NoCreate extends EJBHome {}

    /** No home. */
    public interface Plain {
        Component create() throws CreateException;
    }

    /** Makes something that is no component. */
    public interface Odd extends EJBLocalHome {
        Depot create() throws CreateException;
    }

    /** Does not say that it may fail. */
    public interface Quiet extends EJBLocalHome {
        Component create();
    }

    /** Wants a parameter. */
    public interface Named extends EJBLocalHome {
        Component create(String name) throws CreateException;
    }

    /** Makes several things. */
    public interface Mixed extends EJBLocalHome {
        Component create() throws CreateException;

        Depot createOther() throws CreateException;
    }

    /** A remote component interface that does not say that it is far away. */
    public interface Far extends EJBObject {
        void far();
    }

    /** Its home. */
    public interface Careless extends EJBHome {
        Far create() throws CreateException, RemoteException;
    }

    /** A local home that says that it is far away. */
    public interface Afraid extends EJBLocalHome {
        Component create() throws CreateException, RemoteException;
    }

    /** Breaks a rule. */
    @Stateless
    public abstract static class Abstract {}

    /** Breaks a rule. */
    @Stateless
    public static final class Final {}

    /** Breaks a rule. */
    @Stateless
    public class Inner {}

    /** Breaks a rule. */
    @Stateless
    public static class Finalizing {
        @Override
        @SuppressWarnings({"deprecation", "removal", "Finalize"})
        protected void finalize() {}
    }

    /** Breaks a rule. */
    @Stateless
    public static class NoConstructor {
        private final String needed;

        public NoConstructor(String needed) {
            this.needed = needed;
        }

        public String needed() {
            return needed;
        }
    }

    /** Breaks a rule. */
    @Stateless
    @Singleton
    public static class TwoKinds {}

    /** Breaks a rule. */
    @Stateless
    @Startup
    public static class StartupOfStateless {}

    /** Breaks a rule. */
    @Stateless
    @DependsOn("Other")
    public static class DependingStateless {}

    /** Breaks a rule. */
    @Stateless
    public static class RemoveOfStateless {
        @Remove
        public void end() {}
    }

    /** Breaks a rule. */
    @Stateful
    public static class HiddenRemove {
        @Remove
        void end() {}
    }

    /** Breaks a rule. */
    @Stateless
    @Local(Shop.class)
    public static class WithoutMethod {}

    /** Breaks a rule. */
    @Stateless
    @Local(Depot.class)
    @Remote(Depot.class)
    public static class LocalAndRemote extends Stock {}

    /** Breaks a rule. */
    @Stateless
    @Local(Stock.class)
    public static class LocalClass extends Stock {}

    /** Breaks a rule. */
    @Stateless
    @Local
    public static class LocalOfNothing {}

    /** Breaks a rule. */
    @Stateless
    @Local(Component.class)
    public static class ComponentAsBusiness {
        public void work() {}
    }

    /** Breaks a rule. */
    @Stateless
    public static class FinalMethod {
        public final void call() {}
    }

    /** Breaks a rule. */
    @Stateless
    @Local(Ejb.class)
    public static class NamedEjb implements Ejb {
        @Override
        public void ejbWork() {}
    }

    /** Breaks a rule. */
    @Stateful
    @TransactionManagement(TransactionManagementType.BEAN)
    public static class SynchronizedOwn extends Told {}

    /** Breaks a rule. */
    @Stateful
    @TransactionManagement(TransactionManagementType.BEAN)
    public static class AnnotatedOwn {
        @AfterBegin
        void begun() {}
    }

    /** Breaks a rule. */
    @Stateful
    public static class BothWays extends Told {
        @AfterBegin
        void begun() {}
    }

    /** Breaks a rule. */
    @Stateless
    public static class ToldStateless {
        @BeforeCompletion
        void before() {}
    }

    /** Breaks a rule. */
    @Stateful
    public static class FinalCallback {
        @AfterCompletion
        final void after(boolean committed) {}
    }

    /** Breaks a rule. */
    @Stateful
    public static class WrongCallback {
        @AfterCompletion
        void after() {}
    }

    /** Breaks a rule. */
    @Stateful
    public static class TwoCallbacks {
        @AfterBegin
        void one() {}

        @AfterBegin
        void two() {}
    }

    /** Breaks a rule. */
    @Stateful
    @StatefulTimeout(-2)
    public static class NegativeTimeout {}

    /** Breaks a rule. */
    @Stateful
    public static class NegativeAccess {
        @AccessTimeout(-2)
        public void call() {}
    }

    /** Breaks a rule. */
    @Singleton
    public static class NegativeAccessOfSingleton {
        @AccessTimeout(-2)
        public void call() {}
    }

    /** Breaks a rule. */
    @Stateless
    public static class AsynchronousResult {
        @Asynchronous
        public String call() {
            return "";
        }
    }

    /** Breaks a rule. */
    @Stateless
    public static class AsynchronousException {
        @Asynchronous
        public void call() throws Exception {}
    }

    /** Breaks a rule. */
    @Stateful
    public static class StatefulTimer {
        @Schedule
        public void tick() {}
    }

    /** Breaks a rule. */
    @Stateless
    public static class TimeoutWithResult {
        @Schedule
        public int tick() {
            return 0;
        }
    }

    /** Breaks a rule. */
    @Stateless
    public static class TimeoutWithText {
        @Timeout
        public void due(String text) {}
    }

    /** Breaks a rule. */
    @Stateless
    public static class FinalTimeout {
        @Timeout
        final void due() {}
    }

    /** Breaks a rule. */
    @Stateless
    public static class FailingTimeout {
        @Timeout
        void due() throws Exception {}
    }

    /** Breaks a rule. */
    @Stateless
    public static class TwoTimeouts {
        @Timeout
        void one() {}

        @Timeout
        void two() {}
    }

    /** Breaks a rule. */
    @Stateless
    public static class OtherTimeout implements TimedObject {
        @Override
        public void ejbTimeout(Timer timer) {}

        @Timeout
        void due() {}
    }

    /** Breaks a rule. */
    @Stateless
    public static class MandatoryTimeout {
        @Timeout
        @TransactionAttribute(TransactionAttributeType.MANDATORY)
        void due() {}
    }

    /** Breaks a rule. */
    @Stateless
    public static class NoSchedule {
        @Schedule(hour = "25")
        void due() {}
    }

    /** Breaks a rule. */
    @Stateless
    public static class SeveralAccessRules {
        @PermitAll
        @DenyAll
        public void call() {}
    }

    /** Breaks a rule. */
    @MessageDriven
    public static class AsynchronousMessages implements MessageListener {
        @Override
        @Asynchronous
        public void onMessage(Message message) {}
    }

    /** Breaks a rule. */
    @MessageDriven
    public static class NeverForMessages implements MessageListener {
        @Override
        @TransactionAttribute(TransactionAttributeType.NEVER)
        public void onMessage(Message message) {}
    }

    /** Breaks a rule. */
    @Stateless
    @RemoteHome(NoCreate.class)
    public static class HomeWithoutCreate {}

    /** Breaks a rule. */
    @Stateless
    @LocalHome(Plain.class)
    public static class HomeOfNoKind {
        public void work() {}
    }

    /** Breaks a rule. */
    @Stateless
    @LocalHome(Odd.class)
    public static class HomeOfNoComponent extends Stock {}

    /** Breaks a rule. */
    @Stateful
    @LocalHome(Quiet.class)
    public static class CreateWithoutException {
        public void work() {}
    }

    /** Is called by a home whose create declares nothing, as a quickstart of WildFly. */
    @Stateless
    @LocalHome(Quiet.class)
    public static class QuietlyCreated {
        public void work() {}
    }

    @Test
    void theCreateMethodOfAStatelessBeanNeedNotDeclareWhatNothingThrows() {
        BeanRules rules = new BeanRules();
        assertThat(BeanReader.read(QuietlyCreated.class, rules, new ApplicationExceptions(Map.of())))
                .isNotNull();
        assertThat(rules.findings()).isEmpty();
    }

    /** Breaks a rule. */
    @Stateless
    @LocalHome(Named.class)
    public static class CreateWithText {
        public void work() {}
    }

    /** Breaks a rule. */
    @Stateful
    @LocalHome(Mixed.class)
    public static class CreateOfSeveral {
        public void work() {}

        public void ejbCreate() {}

        public void ejbCreateOther() {}
    }

    /** Breaks a rule. */
    @Stateless
    @RemoteHome(Careless.class)
    public static class RemoteWithoutException {
        public void far() {}
    }

    /** Breaks a rule. */
    @Stateless
    @LocalHome(Afraid.class)
    public static class LocalWithException {
        public void work() {}
    }

    /** Has a user transaction, and the container completes its transactions. */
    @Stateless
    public static class UserTransactionOfField {
        @Resource
        private UserTransaction mine;
    }

    /** Gets one by a setter. */
    @Singleton
    public static class UserTransactionOfSetter {
        @Resource
        public void setMine(UserTransaction mine) {}
    }

    /** Declares one on its class. */
    @Stateful
    @Resource(name = "mine", type = UserTransaction.class)
    public static class UserTransactionOfClass {}

    /** Has a method outside of transactions, as beans of the platform's suite do. */
    @Stateful
    public static class ToldOutside extends Told {
        @TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
        public void call() {}
    }

    @Test
    void aBeanThatIsToldOfItsTransactionsMayHaveMethodsOutsideOfThem() {
        BeanRules rules = new BeanRules();
        assertThat(BeanReader.read(ToldOutside.class, rules, new ApplicationExceptions(Map.of())))
                .isNotNull();
        assertThat(rules.findings()).isEmpty();
    }

    static Stream<Arguments> broken() {
        return Stream.of(
                arguments(Abstract.class, "4.9.2"),
                arguments(Final.class, "4.9.2"),
                arguments(Inner.class, "4.9.2"),
                arguments(Finalizing.class, "4.9.2"),
                arguments(NoConstructor.class, "4.9.2"),
                arguments(TwoKinds.class, "4.9.1"),
                arguments(StartupOfStateless.class, "4.8.1"),
                arguments(DependingStateless.class, "4.8.1"),
                arguments(RemoveOfStateless.class, "4.4.2.3"),
                arguments(HiddenRemove.class, "4.4.2.3"),
                arguments(WithoutMethod.class, "4.9.7"),
                arguments(LocalAndRemote.class, "4.9.7"),
                arguments(LocalClass.class, "4.9.7"),
                arguments(LocalOfNothing.class, "4.9.7"),
                arguments(ComponentAsBusiness.class, "4.9.7"),
                arguments(FinalMethod.class, "4.9.4"),
                arguments(NamedEjb.class, "4.9.4"),
                arguments(UserTransactionOfField.class, "8.3.3"),
                arguments(UserTransactionOfSetter.class, "8.3.3"),
                arguments(UserTransactionOfClass.class, "8.3.3"),
                arguments(SynchronizedOwn.class, "4.3.7"),
                arguments(AnnotatedOwn.class, "4.3.7"),
                arguments(BothWays.class, "4.3.7"),
                arguments(ToldStateless.class, "4.3.7"),
                arguments(FinalCallback.class, "4.3.7"),
                arguments(WrongCallback.class, "4.3.7"),
                arguments(TwoCallbacks.class, "4.9.2"),
                arguments(NegativeTimeout.class, "4.3.11"),
                arguments(NegativeAccess.class, "4.3.13"),
                arguments(NegativeAccessOfSingleton.class, "4.8.5.5"),
                arguments(AsynchronousResult.class, "4.5.2.1"),
                arguments(AsynchronousException.class, "4.5.2.1"),
                arguments(StatefulTimer.class, "18.2"),
                arguments(TimeoutWithResult.class, "18.2.5.3"),
                arguments(TimeoutWithText.class, "18.2.5.3"),
                arguments(FinalTimeout.class, "18.2.5.3"),
                arguments(FailingTimeout.class, "18.2.5.3"),
                arguments(TwoTimeouts.class, "18.2.2"),
                arguments(OtherTimeout.class, "18.2.2"),
                arguments(MandatoryTimeout.class, "18.2.8"),
                arguments(NoSchedule.class, "18.2.1"),
                arguments(SeveralAccessRules.class, "12.3.2.1"),
                arguments(AsynchronousMessages.class, "4.5.2"),
                arguments(NeverForMessages.class, "8.3.7"),
                arguments(HomeWithoutCreate.class, "4.9.5"),
                arguments(HomeOfNoKind.class, "4.9.11"),
                arguments(HomeOfNoComponent.class, "4.9.10"),
                arguments(CreateWithoutException.class, "4.9.9"),
                arguments(CreateWithText.class, "4.9.9"),
                arguments(CreateOfSeveral.class, "4.9.9"),
                arguments(RemoteWithoutException.class, "4.9.8"),
                arguments(LocalWithException.class, "4.9.11"));
    }

    @ParameterizedTest(name = "{0} breaks {1}")
    @MethodSource("broken")
    void aBrokenRuleNamesPlaceAndSection(Class<?> type, String section) {
        BeanRules rules = new BeanRules();
        BeanReader.read(type, rules, new ApplicationExceptions(Map.of()));
        assertThat(rules.findings())
                .anySatisfy(finding -> assertThat(finding)
                        .startsWith(BeanRulesTest.class.getName())
                        .endsWith("(Enterprise Beans 4.0 Core, " + section + ")"));
    }
}
