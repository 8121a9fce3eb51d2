"""Films of episodes by Gymnasium's wrapper, with every frame of the flights."""

from __future__ import annotations

import gymnasium.wrappers


class RecordVideo(gymnasium.wrappers.RecordVideo):
    """`gymnasium.wrappers.RecordVideo` for environments with `render_mode="rgb_array_list"`, with the same arguments.

    A step of novphy's environments is a whole flight. Gymnasium's wrapper keeps one frame of each step, this one all.
    """

    def _capture_frame(self) -> None:
        before = len(self.render_history)
        super()._capture_frame()
        # Of a list of frames, the wrapper puts the last into its film, and all into its history.
        self.recorded_frames[-1:] = self.render_history[before:] or self.recorded_frames[-1:]
