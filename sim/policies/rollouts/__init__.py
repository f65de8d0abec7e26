"""What the policy ``rollout`` needs: what seats know of each other, deals of hidden hands, playouts
and the choice among actions by their results."""
