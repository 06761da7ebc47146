package io.keelson.ee.amqp;

import io.keelson.jms.message.DestinationName;
import io.keelson.jms.message.MessageData;
import io.keelson.jms.protocol.Transaction;
import io.keelson.jms.wire.JmsFailure;
import io.keelson.jms.wire.Reply;
import io.keelson.jms.wire.Request;
import org.apache.qpid.proton.amqp.Binary;
import org.apache.qpid.proton.amqp.Symbol;
import org.apache.qpid.proton.amqp.messaging.Accepted;
import org.apache.qpid.proton.amqp.messaging.AmqpValue;
import org.apache.qpid.proton.amqp.messaging.Rejected;
import org.apache.qpid.proton.amqp.messaging.Released;
import org.apache.qpid.proton.amqp.messaging.Target;
import org.apache.qpid.proton.amqp.transaction.Coordinator;
import org.apache.qpid.proton.amqp.transaction.Declare;
import org.apache.qpid.proton.amqp.transaction.Declared;
import org.apache.qpid.proton.amqp.transaction.Discharge;
import org.apache.qpid.proton.amqp.transaction.TransactionalState;
import org.apache.qpid.proton.amqp.transport.ErrorCondition;
import org.apache.qpid.proton.amqp.transport.ReceiverSettleMode;
import org.apache.qpid.proton.engine.Delivery;
import org.apache.qpid.proton.engine.Receiver;
import org.apache.qpid.proton.message.Message;
import org.jspecify.annotations.Nullable;

/**
 * A link over which a client sends: to a destination, to those that messages name, or to the coordinator of transactions. Confined
 * to the event loop.
 */
final class Incoming {
    private static final int CREDIT = 100;

    private final AmqpConnection connection;
    private final Receiver receiver;
    private @Nullable DestinationName destination;
    private boolean coordinator;
    private boolean temporary;
    private boolean ended;

    /** Is closed from here, and the client may not know yet. */
    private boolean closing;

    Incoming(AmqpConnection connection, Receiver receiver) {
        this.connection = connection;
        this.receiver = receiver;
    }

    void attach() {
        receiver.setContext(this);
        receiver.setSource(receiver.getRemoteSource());
        receiver.setSenderSettleMode(receiver.getRemoteSenderSettleMode());
        receiver.setReceiverSettleMode(ReceiverSettleMode.FIRST);
        if (receiver.getRemoteTarget() instanceof Coordinator asked) {
            coordinator = true;
            Coordinator target = new Coordinator();
            target.setCapabilities(asked.getCapabilities());
            open(target);
            return;
        }
        if (!(receiver.getRemoteTarget() instanceof Target asked)) {
            refuse(new JmsFailure(JmsFailure.Code.PROTOCOL, "a link of a sender needs a target"));
            return;
        }
        Target target = new Target();
        target.setCapabilities(asked.getCapabilities());
        target.setDurable(asked.getDurable());
        target.setExpiryPolicy(asked.getExpiryPolicy());
        String address = asked.getAddress();
        if (asked.getDynamic()) {
            make(asked, target);
        } else if (address == null || address.isEmpty()) {
            open(target); // the anonymous relay: messages say where they go
        } else {
            target.setAddress(address);
            connection.requests().find(Addresses.meant(address, asked.getCapabilities()), (found, error) -> {
                if (found == null) {
                    refuse(
                            error == null
                                    ? new JmsFailure(JmsFailure.Code.INVALID_DESTINATION, "there is no " + address)
                                    : error);
                } else {
                    destination = found;
                    open(target);
                }
            });
        }
    }

    /** Makes a temporary destination, which ends with this link. */
    private void make(Target asked, Target target) {
        boolean topic = Addresses.has(asked.getCapabilities(), "temporary-topic")
                || Addresses.has(asked.getCapabilities(), "topic");
        connection.requests().then(connection.requests().request(new Request.MakeTemporary(topic)), (reply, error) -> {
            if (reply instanceof Reply.Named named && ended) {
                var unused = connection
                        .requests()
                        .request(new Request.DropTemporary(new DestinationName(topic, named.name())));
            } else if (reply instanceof Reply.Named named) {
                temporary = true;
                destination = new DestinationName(topic, named.name());
                target.setDynamic(true);
                target.setDynamicNodeProperties(asked.getDynamicNodeProperties());
                target.setAddress(named.name());
                open(target);
            } else {
                refuse(error == null ? new IllegalStateException("no name came") : error);
            }
        });
    }

    private void open(org.apache.qpid.proton.amqp.transport.Target target) {
        if (ended) {
            return;
        }
        receiver.setTarget(target);
        receiver.open();
        receiver.flow(CREDIT);
    }

    private void refuse(Throwable why) {
        if (ended) {
            return;
        }
        closing = true;
        receiver.setTarget(null);
        receiver.open();
        receiver.setCondition(AmqpConnection.condition(why));
        receiver.close();
    }

    // ---- what comes ------------------------------------------------------------------------------------------------

    void delivery(Delivery delivery) {
        if (!delivery.isReadable() || delivery.isSettled()) {
            return;
        }
        if (delivery.isAborted()) {
            boolean unused = receiver.advance();
            settle(delivery);
            return;
        }
        if (closing || ended) {
            drop(delivery);
            return;
        }
        if (delivery.pending() > connection.maxMessageSize()) {
            closing = true;
            fail(delivery, "a message was too large");
            drop(delivery);
            receiver.setCondition(new ErrorCondition(
                    Symbol.valueOf("amqp:link:message-size-exceeded"),
                    "a message is larger than the " + connection.maxMessageSize() + " bytes of amqp.max-message-size"));
            receiver.close();
            return;
        }
        if (delivery.isPartial()) {
            return;
        }
        byte[] bytes = new byte[delivery.pending()];
        int unused = receiver.recv(bytes, 0, bytes.length);
        boolean unusedAdvanced = receiver.advance();
        try {
            if (coordinator) {
                coordinate(delivery, bytes);
            } else if (connection.isDraining()) {
                delivery.disposition(Released.getInstance());
                settle(delivery);
            } else {
                take(
                        delivery,
                        Messages.read(bytes, destination, connection.requests().origin(), System.currentTimeMillis()),
                        bytes.length);
            }
        } catch (RuntimeException e) { // the codec throws what it likes
            fail(delivery, "a message could not be read");
            reject(
                    delivery,
                    new JmsFailure(JmsFailure.Code.PROTOCOL, "the message cannot be read: " + e.getMessage(), e));
        }
    }

    /** Throws away what has come of a message that is not taken, so that it holds no memory. */
    private void drop(Delivery delivery) {
        byte[] bytes = new byte[delivery.pending()];
        int unused = receiver.recv(bytes, 0, bytes.length);
        if (!delivery.isPartial()) {
            boolean unusedAdvanced = receiver.advance();
            delivery.settle();
        }
    }

    /** Lets the transaction of a delivery roll back, as it would not be whole. */
    private void fail(Delivery delivery, String why) {
        Transaction of = delivery.getRemoteState() instanceof TransactionalState state
                ? connection.transactions().get(number(state.getTxnId()))
                : null;
        if (of != null) {
            of.fail(why);
        }
    }

    private void take(Delivery delivery, MessageData message, int bytes) {
        if (delivery.getRemoteState() instanceof TransactionalState state) {
            Transaction of = connection.transactions().get(number(state.getTxnId()));
            if (of == null) {
                reject(delivery, new JmsFailure(JmsFailure.Code.ROLLED_BACK, "there is no such transaction"));
                return;
            }
            if (!connection.transactions().hasRoom(bytes)) {
                String why = "what the transactions of the connection have sent is more than amqp.max-transaction-size";
                of.fail(why);
                reject(delivery, new JmsFailure(JmsFailure.Code.RESOURCE_ALLOCATION, why));
                return;
            }
            of.sends(message, bytes);
            TransactionalState accepted = new TransactionalState();
            accepted.setTxnId(state.getTxnId());
            accepted.setOutcome(Accepted.getInstance());
            delivery.disposition(accepted);
            settle(delivery);
            return;
        }
        connection.requests().send(message, bytes, (reply, error) -> {
            if (error == null) {
                accept(delivery);
            } else {
                reject(delivery, error);
            }
        });
    }

    private void accept(Delivery delivery) {
        if (!ended) {
            delivery.disposition(Accepted.getInstance());
            settle(delivery);
        }
    }

    private void reject(Delivery delivery, Throwable why) {
        if (ended) {
            return;
        }
        Rejected rejected = new Rejected();
        rejected.setError(AmqpConnection.condition(why));
        delivery.disposition(rejected);
        settle(delivery);
    }

    private void settle(Delivery delivery) {
        delivery.settle();
        if (!closing) {
            receiver.flow(1);
        }
    }

    // ---- transactions ----------------------------------------------------------------------------------------------

    private static int number(Binary id) {
        int number = 0;
        for (int i = 0; i < id.getLength(); i++) {
            number = number << 8 | id.getArray()[id.getArrayOffset() + i] & 0xff;
        }
        return number;
    }

    /** Returns the number of the transaction that a state names. */
    static int number(TransactionalState state) {
        return number(state.getTxnId());
    }

    private void coordinate(Delivery delivery, byte[] bytes) {
        Message message = Message.Factory.create();
        int unused = message.decode(bytes, 0, bytes.length);
        Object asked = message.getBody() instanceof AmqpValue value ? value.getValue() : null;
        if (asked instanceof Declare) {
            int number = connection.declare();
            if (number == 0) {
                reject(
                        delivery,
                        new JmsFailure(
                                JmsFailure.Code.RESOURCE_ALLOCATION, "the connection has too many transactions"));
                return;
            }
            Declared declared = new Declared();
            declared.setTxnId(new Binary(
                    new byte[] {(byte) (number >>> 24), (byte) (number >>> 16), (byte) (number >>> 8), (byte) number}));
            delivery.disposition(declared);
            settle(delivery);
        } else if (asked instanceof Discharge discharge) {
            discharge(delivery, discharge);
        } else {
            reject(delivery, new JmsFailure(JmsFailure.Code.PROTOCOL, "a coordinator is told declare or discharge"));
        }
    }

    private void discharge(Delivery delivery, Discharge discharge) {
        Transaction of = connection.transactions().end(number(discharge.getTxnId()));
        if (of == null) {
            Rejected rejected = new Rejected();
            rejected.setError(
                    new ErrorCondition(Symbol.valueOf("amqp:transaction:unknown-id"), "there is no such transaction"));
            delivery.disposition(rejected);
            settle(delivery);
            return;
        }
        String failure = of.failure();
        boolean fails = failure != null || Boolean.TRUE.equals(discharge.getFail());
        Request request = fails
                ? new Request.Return(of.tags(), true)
                : of.commit(connection.requests().sendTimeout());
        connection.requests().then(connection.requests().request(request), (reply, error) -> {
            if (error == null && (failure == null || Boolean.TRUE.equals(discharge.getFail()))) {
                accept(delivery);
                return;
            }
            if (error != null) {
                var unused = connection.requests().request(new Request.Return(of.tags(), true));
            }
            if (!ended) {
                Rejected rejected = new Rejected();
                rejected.setError(new ErrorCondition(
                        Symbol.valueOf("amqp:transaction:rollback"),
                        error == null ? String.valueOf(failure) : String.valueOf(error.getMessage())));
                delivery.disposition(rejected);
                settle(delivery);
            }
        });
    }

    /** Ends it with its session. */
    void abandon() {
        boolean before = ended;
        ended = true;
        closing = true;
        DestinationName of = destination;
        if (!before && temporary && of != null) {
            var unused = connection.requests().request(new Request.DropTemporary(of));
        }
    }

    void end() {
        ended = true;
        closing = true;
        DestinationName of = destination;
        if (temporary && of != null) {
            connection.requests().then(connection.requests().request(new Request.DropTemporary(of)), (reply, error) -> {
                if (error != null) {
                    receiver.setCondition(AmqpConnection.condition(error));
                }
                receiver.close(); // which is nothing where its session has ended meanwhile
            });
            return;
        }
        receiver.close();
    }
}
