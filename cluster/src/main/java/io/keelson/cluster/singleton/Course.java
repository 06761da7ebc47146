package io.keelson.cluster.singleton;

/**
 * Course of a service on this server, from the grant of its lease to its release. Belongs to a
 * {@link SingletonMachine}, and to its thread.
 */
final class Course {
    private final Step step;

    Course(Step step) {
        this.step = step;
    }

    void release(Slot slot) {
        slot.doing = Slot.Doing.RELEASING;
        step.act(new Action.Release(slot.name));
    }

    void deactivate(Slot slot, String why) {
        slot.doing = Slot.Doing.DEACTIVATING;
        slot.since = step.now();
        slot.why = why;
        step.act(new Action.Deactivate(slot.name, slot.epoch));
        say(Action.What.ENDED, slot, why);
    }

    private void turn(Slot slot, Turn.Stage stage, String why) {
        if (step.ledger(slot.name).add(new Turn(slot.epoch, step.self(), stage, why, step.wallMillis()))) {
            step.changed(slot.name);
        }
        if (stage == Turn.Stage.FAILED) {
            slot.failureHeard = step.now();
        }
    }

    void say(Action.What what, Slot slot, String detail) {
        step.act(new Action.Say(what, slot.name, slot.epoch, detail));
    }

    void granted(Slot slot, long epoch) {
        if (slot.doing != Slot.Doing.CLAIMING) {
            return; // it is on its way back already
        }
        slot.doing = Slot.Doing.ACTIVATING;
        slot.epoch = epoch;
        slot.since = step.now();
        turn(slot, Turn.Stage.STARTING, "");
        step.act(new Action.Activate(slot.name, epoch));
    }

    void activated(Slot slot, long epoch) {
        if (epoch != slot.epoch) {
            return;
        }
        if (slot.doing == Slot.Doing.ACTIVATING) {
            slot.doing = Slot.Doing.ACTIVE;
            turn(slot, Turn.Stage.ACTIVE, reason(slot));
            say(Action.What.ACTIVE, slot, "");
        } else if (slot.doing == Slot.Doing.HANGING) {
            slot.doing = Slot.Doing.DEACTIVATING; // it works after all, without a lease: not for long
            slot.since = step.now();
            step.act(new Action.Deactivate(slot.name, epoch));
        }
    }

    /** Returns why the service came here: what it had before. */
    private String reason(Slot slot) {
        Ledger ledger = step.ledger(slot.name);
        Ledger.Wish wish = ledger.wish();
        if (wish != null
                && wish.to().equals(step.self())
                && wish.afterEpoch() < slot.epoch
                && ledger.turns().stream()
                        .noneMatch(turn -> turn.epoch() > wish.afterEpoch() && turn.epoch() < slot.epoch)) {
            return "moved by " + wish.by();
        }
        Turn before = null;
        for (Turn turn : ledger.turns()) {
            if (turn.epoch() < slot.epoch) {
                before = turn;
            }
        }
        if (before == null) {
            return "first start";
        }
        return switch (before.stage()) {
            case STARTING, ACTIVE -> before.member().server() + " is gone";
            case FAILED -> "failed on " + before.member().server();
            case ENDED -> before.why();
        };
    }

    void failed(Slot slot, long epoch, String why) {
        if (epoch != slot.epoch) {
            return;
        }
        if (slot.doing == Slot.Doing.ACTIVATING) {
            turn(slot, Turn.Stage.FAILED, why);
            say(Action.What.FAILED, slot, why);
            release(slot);
        } else if (slot.doing == Slot.Doing.HANGING) {
            settle(slot);
        }
    }

    void lost(Slot slot, long epoch, String why) {
        if (epoch != slot.epoch) {
            return;
        }
        if (slot.doing == Slot.Doing.ACTIVE) {
            turn(slot, Turn.Stage.ENDED, why);
            deactivate(slot, why);
        } else if (slot.doing == Slot.Doing.ACTIVATING) {
            turn(slot, Turn.Stage.FAILED, why);
            say(Action.What.FAILED, slot, why);
            hang(slot);
        }
    }

    void deactivated(Slot slot, long epoch) {
        if (epoch != slot.epoch || slot.doing != Slot.Doing.DEACTIVATING && slot.doing != Slot.Doing.HANGING) {
            return;
        }
        Turn own = step.ledger(slot.name).last();
        if (own != null && own.epoch() == epoch && own.stage() == Turn.Stage.ACTIVE) {
            turn(slot, Turn.Stage.ENDED, slot.why); // a turn that failed stays one that failed
        }
        settle(slot);
    }

    /** Nothing of it runs here any more: what is still claimed goes back. */
    private void settle(Slot slot) {
        if (slot.claimed) {
            release(slot);
        } else {
            slot.doing = Slot.Doing.NOTHING;
        }
    }

    private void hang(Slot slot) {
        slot.doing = Slot.Doing.HANGING;
        if (slot.claimed) {
            step.act(new Action.Release(slot.name));
        }
    }

    void released(Slot slot) {
        slot.claimed = false;
        if (slot.doing == Slot.Doing.RELEASING || slot.doing == Slot.Doing.CLAIMING) {
            slot.doing = Slot.Doing.NOTHING;
        }
    }

    /** Looks whether something has taken too long. */
    void look(Slot slot) {
        long spent = step.now() - slot.since;
        if (slot.doing == Slot.Doing.ACTIVATING
                && spent >= slot.settings.activateTimeout().toNanos()) {
            String why = "activate did not return within "
                    + slot.settings.activateTimeout().toMillis() + " ms";
            turn(slot, Turn.Stage.FAILED, why);
            say(Action.What.HANGS, slot, why);
            hang(slot);
        } else if (slot.doing == Slot.Doing.DEACTIVATING
                && slot.claimed
                && spent >= slot.settings.deactivateTimeout().toNanos()) {
            String why = "deactivate did not return within "
                    + slot.settings.deactivateTimeout().toMillis() + " ms";
            turn(slot, Turn.Stage.ENDED, why);
            say(Action.What.DEACTIVATION_HANGS, slot, why);
            hang(slot);
        }
    }
}
