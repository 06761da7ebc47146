package io.keelson.admin.change;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Tests that what an earlier run of a server said, or was told, does not count for the one that runs now. */
class EarlierRunTest {
    private static final String SERVER = "s1";

    private final Proposal before = new Proposal(1, "id-1", "before");
    private final Proposal decided = new Proposal(2, "id-2", "decided");
    private final Coordinator coordinator = new Coordinator(decided, Set.of(SERVER), Duration.ofSeconds(5), "run");

    private Message.Commit asked(Participant server) {
        Message ask = sent(server.step(new Participant.Event.Tick(), 0));
        assertThat(ask).isInstanceOf(Message.Ask.class);
        return told(ask);
    }

    private Message.Commit told(Message message) {
        List<Coordinator.Action> actions = coordinator.step(new Coordinator.Event.Received(SERVER, message), 0);
        return (Message.Commit) ((Coordinator.Action.Send) actions.get(0)).message();
    }

    private static Message sent(List<Participant.Action> actions) {
        return ((Participant.Action.Send) actions.get(0)).message();
    }

    private void heard(Message message) {
        coordinator.step(new Coordinator.Event.Received(SERVER, message), 0);
    }

    @Test
    void aFailureOfAnEarlierRunIsForgottenInWhateverOrderMessagesCome() {
        Participant first = new Participant(new Participant.Kept(before, null), "first");
        Message.Commit late = asked(first);
        Message.Commit taken = told(new Message.Ask("id-1", null, "first"));
        first.step(new Participant.Event.Received(taken), 0);
        first.step(new Participant.Event.Stored(null), 0);
        Message failed = sent(first.step(new Participant.Event.Applied(new Result.NotApplied("why")), 0));

        // It is killed, starts with what was decided, and then hears what its first run had been told earlier.
        Participant second = new Participant(new Participant.Kept(decided, null), "second");
        heard(sent(second.step(new Participant.Event.Received(late), 0)));
        heard(failed);
        assertThat(coordinator.results().get(SERVER)).isEqualTo(new Result.NotApplied("why"));

        Message.Commit answer = asked(second);
        heard(failed);
        assertThat(coordinator.behind()).as("it is told until it has answered").containsExactly(SERVER);
        heard(sent(second.step(new Participant.Event.Received(answer), 0)));
        heard(failed);
        assertThat(coordinator.results().get(SERVER)).isEqualTo(new Result.Applied());
        assertThat(second.step(new Participant.Event.Tick(), Participant.ASK_NANOS))
                .as("nothing is left to ask")
                .isEmpty();
    }
}
