package io.keelson.jms.broker;

import io.keelson.jms.message.MessageData;
import io.keelson.jms.wire.BranchId;
import java.util.List;

/**
 * A branch that is prepared, and in doubt until it is decided.
 *
 * @param record of the store; 0: nothing of it is kept
 * @param taken what it has taken, which is in flight until then
 */
record PreparedBranch(BranchId id, long record, List<MessageData> sends, List<InFlight> taken) {}
