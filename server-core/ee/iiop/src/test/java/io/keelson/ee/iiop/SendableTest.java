package io.keelson.ee.iiop;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.deploy.spi.DeploymentException;
import java.io.Serializable;
import java.lang.reflect.Method;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Values that the broker can send, and those that it cannot. */
class SendableTest {
    record Point(int x, int y) implements Serializable {}

    static class Line implements Serializable {
        Line next;
        List<? extends Point> points;
    }

    static class Kept implements Serializable {
        transient Point cached;
        Kept next;
    }

    enum Colour {
        RED
    }

    interface Shapes extends Remote {
        void parameter(Point point) throws RemoteException;

        Point result() throws RemoteException;

        void array(Point[][] points) throws RemoteException;

        Map<String, List<Point>> collection() throws RemoteException;

        void field(Line line) throws RemoteException;

        void plain(String text, int[] numbers, Kept kept, Colour colour, Map<String, Kept> all) throws RemoteException;
    }

    private static Method method(String name) {
        return Arrays.stream(Shapes.class.getMethods())
                .filter(each -> each.getName().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @ParameterizedTest
    @ValueSource(strings = {"parameter", "result", "array", "collection", "field"})
    void aRecordIsRefusedWithItsNameAndTheMethod(String name) {
        assertThatThrownBy(() -> Sendable.check(method(name), "shapes"))
                .isInstanceOf(DeploymentException.class)
                .hasMessageContaining("shapes")
                .hasMessageContaining(Point.class.getName())
                .hasMessageContaining(name + "(");
    }

    @ParameterizedTest
    @ValueSource(strings = "plain")
    void otherValuesAreSent(String name) {
        assertThatCode(() -> Sendable.check(method(name), "shapes")).doesNotThrowAnyException();
    }
}
