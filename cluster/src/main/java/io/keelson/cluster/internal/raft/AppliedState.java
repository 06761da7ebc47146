package io.keelson.cluster.internal.raft;

import io.keelson.cluster.lease.ConsensusLog;
import io.microraft.statemachine.StateMachine;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/**
 * State machine to which MicroRaft applies decided entries. A question is told from a change by its type: it comes here
 * as well, out of turn.
 */
record AppliedState(ConsensusLog.Applier applier, LongConsumer applied) implements StateMachine {
    private static final byte[] NOTHING = new byte[0];

    @Override
    public Object runOperation(long commitIndex, Object operation) {
        if (operation instanceof Operation.Question question) {
            return applier.read(question.bytes());
        }
        byte[] result =
                operation instanceof Operation.Change change ? applier.apply(commitIndex, change.bytes()) : NOTHING;
        applied.accept(commitIndex);
        return result;
    }

    @Override
    public void takeSnapshot(long commitIndex, Consumer<Object> pieces) {
        applier.snapshot().forEach(piece -> pieces.accept(new Operation.Piece(piece)));
    }

    @Override
    public void installSnapshot(long commitIndex, List<Object> pieces) {
        applier.restore(
                pieces.stream().map(piece -> ((Operation.Piece) piece).bytes()).toList());
        applied.accept(commitIndex);
    }

    @Override
    public Object getNewTermOperation() {
        return Operation.NewTerm.INSTANCE;
    }
}
